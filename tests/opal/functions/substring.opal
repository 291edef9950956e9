# substring
--- input: fixtures/logs.ndjson
limit 1
make_col a:substring("mystring", 2, 4),
  b:substring("mystring", -3),
  c:substring("añb", 1, 1),
  d:substring("ab", 5),
  e:substring("ab", 0, -1)
pick_col timestamp, a, b, c, d, e
--- rows
timestamp,a,b,c,d,e
2024-05-01T10:00:05Z,stri,ing,ñ,,
