# rows that last have two times
--- input: fixtures/runs/jobs.ndjson
set_timestamp end
--- diagnostics
error: "set_timestamp" does not support Interval kind input, use "set_valid_from" instead
 --> main:1:1
  1 | set_timestamp end
    | ^^^^^^^^^^^^^
