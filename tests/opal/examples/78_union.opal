# Union by column name
--- input: fixtures/examples/logs.ndjson
filter level = "error"
pick_col timestamp, service, what:body
union @deploys
--- with: deploys
--- rows
timestamp,service,what,version,author
2024-05-01T10:01:10Z,web,GET /cart 500 900ms timeout calling db,∅,∅
2024-05-01T10:01:20Z,db,connection refused from 10.0.3.7,∅,∅
2024-05-01T10:06:30Z,web,∅,1.5,bob
2024-05-01T10:30:30Z,api,∅,2.0,eve
2024-05-01T10:31:00Z,api,panic: nil pointer,∅,∅
2024-05-01T10:31:01Z,api,  at main.go:17,∅,∅
