# min max avg of arguments
--- input: fixtures/logs.ndjson
limit 1
make_col a:max(1, 3, 2),
  b:min(1, int64_null()),
  c:avg(1, 2, 6),
  d:max("a", "b"),
  e:min(2.5, 1)
pick_col timestamp, a, b, c, d, e
--- rows
timestamp,a,b,c,d,e
2024-05-01T10:00:05Z,3,∅,3,b,1
