# computed columns have names
--- input: fixtures/runs/states.ndjson
make_resource upper(phase), primary_key(pod)
--- diagnostics
error: "make_resource" makes columns with names: name:expression
 --> main:1:15
  1 | make_resource upper(phase), primary_key(pod)
    |               ^^^^^^^^^^^^ settings are options(...), primary_key(...) and valid_for(...)
