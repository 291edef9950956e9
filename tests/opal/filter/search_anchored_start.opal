# leading white space is ignored by the start
--- input: fixtures/logs.ndjson
filter body ~ at*
pick_col timestamp, body
--- rows
timestamp,body
2024-05-01T10:31:01Z,  at main.go:17
