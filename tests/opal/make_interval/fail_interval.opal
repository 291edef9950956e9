# it is one
--- input: fixtures/runs/jobs.ndjson
make_interval
--- diagnostics
error: "make_interval" does not support Interval kind input, it is one already
 --> main:1:1
  1 | make_interval
    | ^^^^^^^^^^^^^
