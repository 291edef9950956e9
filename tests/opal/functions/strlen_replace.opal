# strlen replace
--- input: fixtures/logs.ndjson
limit 1
make_col a:strlen("añb"),
  b:replace("aba", "a", "x")
pick_col timestamp, a, b
--- rows
timestamp,a,b
2024-05-01T10:00:05Z,3,xbx
