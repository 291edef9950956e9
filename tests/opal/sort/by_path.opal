# a path as key
--- input: fixtures/raw_logs.ndjson
sort desc(int64(FIELDS.bytes)), asc(string(FIELDS.service))
make_col b:int64(FIELDS.bytes)
pick_col BUNDLE_TIMESTAMP, b
--- rows
BUNDLE_TIMESTAMP,b
2024-05-01T10:01:20Z,∅
2024-05-01T10:00:05Z,120
2024-05-01T10:01:10Z,80
2024-05-01T10:12:30Z,60
2024-05-01T10:45:00Z,44
2024-05-01T10:07:00Z,40
2024-05-01T10:31:00Z,10
2024-05-01T10:31:01Z,5
