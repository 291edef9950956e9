# half hours on top of each other
--- input: fixtures/logs.ndjson
timewrap 30m, 2, "period", "number"
pick_col timestamp, service, period, number
sort number, timestamp
--- rows
timestamp,service,period,number
2024-05-01T10:00:05Z,web,now,0
2024-05-01T10:01:10Z,web,now,0
2024-05-01T10:01:20Z,db,now,0
2024-05-01T10:07:00Z,web,now,0
2024-05-01T10:12:30Z,api,now,0
2024-05-01T10:31:00Z,api,now,0
2024-05-01T10:31:01Z,api,now,0
2024-05-01T10:45:00Z,web,now,0
2024-05-01T10:30:05Z,web,30m ago,1
2024-05-01T10:31:10Z,web,30m ago,1
2024-05-01T10:31:20Z,db,30m ago,1
2024-05-01T10:37:00Z,web,30m ago,1
2024-05-01T10:42:30Z,api,30m ago,1
