# only events can be merged
--- input: fixtures/runs/jobs.ndjson
merge_events true, n:count()
--- diagnostics
error: "merge_events" does not support Interval kind input, use "make_event" first
 --> main:1:1
  1 | merge_events true, n:count()
    | ^^^^^^^^^^^^
