# a null predicate is not true
--- input: fixtures/logs.ndjson
filter not level = "error" and bytes > 50
pick_col timestamp, service
--- plan
scan logs [int64(FIELDS.timestamp), string(FIELDS.service), string(FIELDS.level), int64(FIELDS.bytes)] where not((string(FIELDS.level) = "error")) and (int64(FIELDS.bytes) > 50)
--- rows
timestamp,service
2024-05-01T10:00:05Z,web
2024-05-01T10:12:30Z,api
