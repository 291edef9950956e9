# min max avg of arguments
--- input: fixtures/logs.ndjson
limit 1
make_col a:max(1, 3, 2),
  b:min(1, int64_null()),
  c:avg(1, 2, 6),
  d:max("a", "b"),
  e:min(2.5, 1),
  f:avg(1m, 2m, 6m),
  g:avg(1m, duration_null()),
  h:avg(int64("9223372036854775807"), int64("9223372036854775807"))
pick_col timestamp, a, b, c, d, e, f, g, h
--- rows
timestamp,a,b,c,d,e,f,g,h
2024-05-01T10:00:05Z,3,∅,3,b,1,180000000000,∅,9223372036854775808
