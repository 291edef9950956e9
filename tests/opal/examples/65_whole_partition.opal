# No frame means whole partition
--- input: fixtures/examples/logs.ndjson
filter service = "web"
make_col total:window(sum(bytes), group_by(service), order_by(timestamp))
pick_col timestamp, total
--- rows
timestamp,total
2024-05-01T10:00:05Z,284
2024-05-01T10:01:10Z,284
2024-05-01T10:07:00Z,284
2024-05-01T10:45:00Z,284
