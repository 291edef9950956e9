# Latest row per key
--- input: fixtures/examples/logs.ndjson
make_col rn:window(row_number(), group_by(service), order_by(desc(timestamp)))
filter rn = 1
pick_col timestamp, service, level
--- rows
timestamp,service,level
2024-05-01T10:01:20Z,db,error
2024-05-01T10:31:01Z,api,error
2024-05-01T10:45:00Z,web,INFO
