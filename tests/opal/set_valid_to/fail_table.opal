# tables have no times
--- input: fixtures/runs/pairs.ndjson
set_valid_to value
--- diagnostics
error: "set_valid_to" does not support Table kind input, use "make_interval" instead
 --> main:1:1
  1 | set_valid_to value
    | ^^^^^^^^^^^^
