# a Resource is one already
--- input: fixtures/examples/pods.ndjson
make_resource phase
--- diagnostics
error: "make_resource" does not support Resource kind input, it is one already
 --> main:1:1
  1 | make_resource phase
    | ^^^^^^^^^^^^^
