# absolute bounds of a frame
--- input: fixtures/logs.ndjson
timechart 5m, frame(start:query_start_time()), n:count()
--- diagnostics
error: frame(start:...) is not supported in "timechart"
 --> main:1:21
  1 | timechart 5m, frame(start:query_start_time()), n:count()
    |                     ^^^^^ use back and ahead
