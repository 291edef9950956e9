# position
--- input: fixtures/logs.ndjson
limit 1
make_col a:position("abc", "c"),
  b:position("abc", "z"),
  c:position("añbñ", "ñ", 2)
pick_col timestamp, a, b, c
--- rows
timestamp,a,b,c
2024-05-01T10:00:05Z,2,-1,3
