# events only
--- input: fixtures/runs/readings.ndjson
surrounding frame(back:1s), @jobs
--- with: jobs
--- diagnostics
error: "surrounding" needs datasets of one kind: the input is an Event dataset, @jobs is an Interval dataset
 --> main:1:29
  1 | surrounding frame(back:1s), @jobs
    |                             ^^^^^
