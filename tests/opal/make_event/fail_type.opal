# times are timestamps
--- input: fixtures/runs/pairs.ndjson
make_event value
--- diagnostics
error: "make_event" argument 1 ("column") must be of type timestamp, but is currently of type int64
 --> main:1:12
  1 | make_event value
    |            ^^^^^
