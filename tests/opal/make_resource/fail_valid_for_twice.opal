# settings are given once, with one value
--- input: fixtures/runs/states.ndjson
make_resource phase, primary_key(pod), valid_for(life), valid_for(life, n)
--- diagnostics
error: "make_resource" takes valid_for(...) once
 --> main:1:57
  1 | make_resource phase, primary_key(pod), valid_for(life), valid_for(life, n)
    |                                                         ^^^^^^^^^
error: "valid_for" takes one duration
 --> main:1:57
  1 | make_resource phase, primary_key(pod), valid_for(life), valid_for(life, n)
    |                                                         ^^^^^^^^^
