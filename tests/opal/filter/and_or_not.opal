# precedence
--- input: fixtures/logs.ndjson
filter not service = "web" and (level = "error" or bytes = 60)
pick_col timestamp, service, level
--- rows
timestamp,service,level
2024-05-01T10:01:20Z,db,error
2024-05-01T10:12:30Z,api,warn
2024-05-01T10:31:00Z,api,error
2024-05-01T10:31:01Z,api,error
