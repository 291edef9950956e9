# states have no rows to turn
--- input: fixtures/examples/pods.ndjson
pivot phase, restarts, up:"Running"
--- diagnostics
error: "pivot" does not support Resource kind input, use make_event or make_table first
 --> main:1:1
  1 | pivot phase, restarts, up:"Running"
    | ^^^^^
