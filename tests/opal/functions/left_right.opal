# left right
--- input: fixtures/logs.ndjson
limit 1
make_col a:left("hello", 2),
  b:right("hello", 2),
  c:left("hello", 0),
  d:right("añb", 2),
  e:left("ab", 9),
  f:right("ab", -1)
pick_col timestamp, a, b, c, d, e, f
--- rows
timestamp,a,b,c,d,e,f
2024-05-01T10:00:05Z,he,lo,,ñb,ab,
