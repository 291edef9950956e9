# tables have no times
--- input: fixtures/runs/pairs.ndjson
set_valid_from value
--- diagnostics
error: "set_valid_from" does not support Table kind input, use "make_event" instead
 --> main:1:1
  1 | set_valid_from value
    | ^^^^^^^^^^^^^^
