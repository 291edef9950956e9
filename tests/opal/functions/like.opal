# like
--- input: fixtures/logs.ndjson
limit 1
make_col a:like("abc", "a%"),
  b:like("abc", "a_"),
  c:like("a%c", "a$%c", "$"),
  d:like("abc", "A%")
pick_col timestamp, a, b, c, d
--- rows
timestamp,a,b,c,d
2024-05-01T10:00:05Z,true,false,true,false
