# Trailing count, both ends inclusive
--- input: fixtures/examples/logs.ndjson
make_col recent:window(count(), group_by(service), frame(back:2m))
pick_col timestamp, service, recent
--- rows
timestamp,service,recent
2024-05-01T10:00:05Z,web,1
2024-05-01T10:01:10Z,web,2
2024-05-01T10:01:20Z,db,1
2024-05-01T10:07:00Z,web,1
2024-05-01T10:12:30Z,api,1
2024-05-01T10:31:00Z,api,1
2024-05-01T10:31:01Z,api,2
2024-05-01T10:45:00Z,web,1
