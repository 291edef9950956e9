# nullslast and nullsfirst
--- input: fixtures/logs.ndjson
sort nullslast(desc(bytes))
pick_col timestamp, bytes
--- rows
timestamp,bytes
2024-05-01T10:00:05Z,120
2024-05-01T10:01:10Z,80
2024-05-01T10:12:30Z,60
2024-05-01T10:45:00Z,44
2024-05-01T10:07:00Z,40
2024-05-01T10:31:00Z,10
2024-05-01T10:31:01Z,5
2024-05-01T10:01:20Z,∅
