# trim
--- input: fixtures/logs.ndjson
limit 1
make_col a:trim("  a\t\n "),
  b:ltrim("xxa", "x"),
  c:rtrim("axx", "x"),
  d:trim("xax", "x")
pick_col timestamp, a, b, c, d
--- rows
timestamp,a,b,c,d
2024-05-01T10:00:05Z,a,a,a,a
