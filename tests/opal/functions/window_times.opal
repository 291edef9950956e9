# window times
--- input: fixtures/logs.ndjson
limit 1
make_col a:query_start_time(),
  b:query_end_time(),
  c:row_timestamp(),
  d:row_end_time(),
  e:now() > timestamp
pick_col timestamp, a, b, c, d, e
--- rows
timestamp,a,b,c,d,e
2024-05-01T10:00:05Z,2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,2024-05-01T10:00:05Z,∅,true
