# Order and limit, nulls last
--- input: fixtures/examples/logs.ndjson
sort nullslast(desc(bytes))
limit 2
pick_col timestamp, bytes
--- rows
timestamp,bytes
2024-05-01T10:00:05Z,120
2024-05-01T10:01:10Z,80
