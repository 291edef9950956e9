# a key is needed
--- input: fixtures/runs/states.ndjson
make_resource options(expiry:1h), phase
--- diagnostics
error: "make_resource" needs a primary key
 --> main:1:1
  1 | make_resource options(expiry:1h), phase
    | ^^^^^^^^^^^^^ add primary_key(column)
