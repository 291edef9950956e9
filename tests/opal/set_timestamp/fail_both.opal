# a distance or a frame
--- input: fixtures/runs/readings.ndjson
make_col created:timestamp - 2m
set_timestamp frame(back:1m), options(max_time_diff:1m), created
--- diagnostics
error: give option "max_time_diff" or frame(...), not both
 --> main:2:1
  2 | set_timestamp frame(back:1m), options(max_time_diff:1m), created
    | ^^^^^^^^^^^^^
