# older scripts name several fields: all terms must occur in one of them
--- input: fixtures/logs.ndjson
make_col a:search(service, body, "web"), b:search(body, service, trace_id, "get", "cart"), c:search(host, trace_id, "h2", "t3")
pick_col timestamp, service, a, b, c
--- rows
timestamp,service,a,b,c
2024-05-01T10:00:05Z,web,true,true,false
2024-05-01T10:01:10Z,web,true,true,false
2024-05-01T10:01:20Z,db,false,false,false
2024-05-01T10:07:00Z,web,true,false,false
2024-05-01T10:12:30Z,api,false,false,false
2024-05-01T10:31:00Z,api,false,false,false
2024-05-01T10:31:01Z,api,false,false,false
2024-05-01T10:45:00Z,web,true,false,false
