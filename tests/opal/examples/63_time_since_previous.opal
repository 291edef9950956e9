# Time since the previous row
--- input: fixtures/examples/logs.ndjson
filter service = "web"
make_col gap:timestamp - window(lag(timestamp, 1), group_by(service))
pick_col timestamp, gap
--- rows
timestamp,gap
2024-05-01T10:00:05Z,∅
2024-05-01T10:01:10Z,65000000000
2024-05-01T10:07:00Z,350000000000
2024-05-01T10:45:00Z,2280000000000
