# events only
--- input: fixtures/runs/jobs.ndjson
surrounding frame(back:1s), @readings
--- with: readings
--- diagnostics
error: "surrounding" does not support Interval kind input, use "make_event" first
 --> main:1:1
  1 | surrounding frame(back:1s), @readings
    | ^^^^^^^^^^^
