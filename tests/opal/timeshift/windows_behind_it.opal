# a window sees the rows that were moved into the query window, no others
--- input: fixtures/logs.ndjson
timeshift 30m
make_col total:window(count(), group_by())
pick_col timestamp, total
--- rows
timestamp,total
2024-05-01T10:30:05Z,5
2024-05-01T10:31:10Z,5
2024-05-01T10:31:20Z,5
2024-05-01T10:37:00Z,5
2024-05-01T10:42:30Z,5
