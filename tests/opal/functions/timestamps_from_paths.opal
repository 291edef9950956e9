# timestamps from paths
--- input: fixtures/raw_logs.ndjson
limit 1
make_col a:from_nanoseconds(FIELDS.timestamp), b:from_seconds(FIELDS.bytes), c:from_milliseconds(FIELDS.attrs.code), d:duration(FIELDS.bytes)
pick_col BUNDLE_TIMESTAMP, a, b, c, d
--- rows
BUNDLE_TIMESTAMP,a,b,c,d
2024-05-01T10:00:05Z,2024-05-01T10:00:05Z,1970-01-01T00:02:00Z,1970-01-01T00:00:00.200Z,120
