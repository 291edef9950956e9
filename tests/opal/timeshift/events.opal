# rows of half an hour ago
--- input: fixtures/logs.ndjson
timeshift 30m
pick_col timestamp, service
--- rows
timestamp,service
2024-05-01T10:30:05Z,web
2024-05-01T10:31:10Z,web
2024-05-01T10:31:20Z,db
2024-05-01T10:37:00Z,web
2024-05-01T10:42:30Z,api
