# a key has columns
--- input: fixtures/runs/states.ndjson
make_resource phase, primary_key()
--- diagnostics
error: "primary_key" needs a column
 --> main:1:22
  1 | make_resource phase, primary_key()
    |                      ^^^^^^^^^^^
