# names are unique, and two of them are taken
--- input: fixtures/runs/states.ndjson
make_resource phase, phase:n, valid_to:n, primary_key(pod, pod)
--- diagnostics
error: "make_resource" cannot create column "phase" more than once
 --> main:1:22
  1 | make_resource phase, phase:n, valid_to:n, primary_key(pod, pod)
    |                      ^^^^^
error: "make_resource" cannot create column "valid_to" more than once
 --> main:1:31
  1 | make_resource phase, phase:n, valid_to:n, primary_key(pod, pod)
    |                               ^^^^^^^^
error: "make_resource" cannot create column "pod" more than once
 --> main:1:60
  1 | make_resource phase, phase:n, valid_to:n, primary_key(pod, pod)
    |                                                            ^^^
error: column "pod" is in the key more than once
 --> main:1:60
  1 | make_resource phase, phase:n, valid_to:n, primary_key(pod, pod)
    |                                                            ^^^
