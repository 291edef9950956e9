# rows of the future
--- input: fixtures/logs.ndjson
timeshift -30m
pick_col timestamp, service
--- rows
timestamp,service
2024-05-01T10:01:00Z,api
2024-05-01T10:01:01Z,api
2024-05-01T10:15:00Z,web
