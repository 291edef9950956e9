# Cast failure is null
--- input: fixtures/examples/logs.ndjson
make_col code:int64(attrs.code)
pick_col timestamp, code
--- rows
timestamp,code
2024-05-01T10:00:05Z,200
2024-05-01T10:01:10Z,500
2024-05-01T10:01:20Z,∅
2024-05-01T10:07:00Z,200
2024-05-01T10:12:30Z,∅
2024-05-01T10:31:00Z,∅
2024-05-01T10:31:01Z,∅
2024-05-01T10:45:00Z,200
