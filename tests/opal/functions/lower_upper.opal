# lower upper
--- input: fixtures/logs.ndjson
limit 1
make_col a:lower("ÀB"),
  b:upper("àb")
pick_col timestamp, a, b
--- rows
timestamp,a,b
2024-05-01T10:00:05Z,àb,ÀB
