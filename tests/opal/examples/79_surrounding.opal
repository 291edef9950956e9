# Context around a hit
--- input: fixtures/examples/logs.ndjson
filter body ~ panic
surrounding frame(back:1m, ahead:1m), @logs, hit:true
sort timestamp
--- rows
timestamp,service,host,level,body,attrs,bytes,trace_id,hit
2024-05-01T10:31:00Z,api,h2,error,panic: nil pointer,{},10,t4,true
2024-05-01T10:31:00Z,api,h2,error,panic: nil pointer,{},10,t4,∅
2024-05-01T10:31:01Z,api,h2,error,  at main.go:17,{},5,t4,∅
