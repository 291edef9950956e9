# others have a time
--- input: fixtures/runs/jobs.ndjson
make_event start
--- diagnostics
error: "make_event" takes a column for Table kind input only
 --> main:1:12
  1 | make_event start
    |            ^^^^^
