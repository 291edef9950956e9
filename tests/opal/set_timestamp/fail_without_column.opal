# which one
--- input: fixtures/runs/readings.ndjson
set_timestamp options(max_time_diff:1m)
--- diagnostics
error: "set_timestamp" parameter "column" has no matching argument
 --> main:1:1
  1 | set_timestamp options(max_time_diff:1m)
    | ^^^^^^^^^^^^^
