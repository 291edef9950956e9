# Statement over several lines with comments
--- input: fixtures/examples/logs.ndjson
// only real problems
filter (level = "error"   /* lower case */
    or level = "warn")
  and service != "db"
--- rows
timestamp,service,host,level,body,attrs,bytes,trace_id
2024-05-01T10:01:10Z,web,h1,error,GET /cart 500 900ms timeout calling db,{"user":{"id":"u2"},"code":"500"},80,t2
2024-05-01T10:12:30Z,api,h2,warn,slow query took 450ms user=carol,{"user":null,"tags":["slow","db"]},60,∅
2024-05-01T10:31:00Z,api,h2,error,panic: nil pointer,{},10,t4
2024-05-01T10:31:01Z,api,h2,error,  at main.go:17,{},5,t4
