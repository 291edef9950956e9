# Running total
--- input: fixtures/examples/logs.ndjson
filter service = "web"
make_col run:window(sum(bytes), group_by(service), frame_preceding())
pick_col timestamp, run
--- rows
timestamp,run
2024-05-01T10:00:05Z,120
2024-05-01T10:01:10Z,200
2024-05-01T10:07:00Z,240
2024-05-01T10:45:00Z,284
