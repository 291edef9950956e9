# pad
--- input: fixtures/logs.ndjson
limit 1
make_col a:lpad("7", 3, "0"),
  b:rpad("7", 3),
  c:lpad("hello", 2),
  d:rpad("añ", 5, "xy"),
  e:lpad("a", 3, "")
pick_col timestamp, a, b, c, d, e
--- rows
timestamp,a,b,c,d,e
2024-05-01T10:00:05Z,007,7  ,he,añxyx,a
