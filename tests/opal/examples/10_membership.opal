# Membership
--- input: fixtures/examples/logs.ndjson
filter in(service, "web", "api") and host != "h1"
--- rows
timestamp,service,host,level,body,attrs,bytes,trace_id
2024-05-01T10:07:00Z,web,h2,info,GET /home 200 7ms,{"user":{"id":"u1"},"code":"200"},40,t3
2024-05-01T10:12:30Z,api,h2,warn,slow query took 450ms user=carol,{"user":null,"tags":["slow","db"]},60,∅
2024-05-01T10:31:00Z,api,h2,error,panic: nil pointer,{},10,t4
2024-05-01T10:31:01Z,api,h2,error,  at main.go:17,{},5,t4
