# tables have none
--- input: fixtures/runs/pairs.ndjson
set_timestamp value
--- diagnostics
error: "set_timestamp" does not support Table kind input, use "make_event" instead
 --> main:1:1
  1 | set_timestamp value
    | ^^^^^^^^^^^^^
