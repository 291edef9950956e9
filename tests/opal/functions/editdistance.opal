# editdistance
--- input: fixtures/logs.ndjson
limit 1
make_col a:editdistance("ab", "ac"),
  b:editdistance("kitten", "sitting")
pick_col timestamp, a, b
--- rows
timestamp,a,b
2024-05-01T10:00:05Z,1,3
