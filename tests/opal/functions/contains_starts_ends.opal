# contains starts ends
--- input: fixtures/logs.ndjson
limit 1
make_col a:contains("abc", "bc"),
  b:contains("abc", "BC"),
  c:starts_with("abc", "a"),
  d:ends_with("abc", "bc"),
  e:contains("abc", "")
pick_col timestamp, a, b, c, d, e
--- rows
timestamp,a,b,c,d,e
2024-05-01T10:00:05Z,true,false,true,true,true
