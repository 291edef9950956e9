# Null test
--- input: fixtures/examples/logs.ndjson
filter is_null(trace_id) or trace_id = "t2"
--- rows
timestamp,service,host,level,body,attrs,bytes,trace_id
2024-05-01T10:01:10Z,web,h1,error,GET /cart 500 900ms timeout calling db,{"user":{"id":"u2"},"code":"500"},80,t2
2024-05-01T10:01:20Z,db,h3,error,connection refused from 10.0.3.7,{"retry":3},∅,t2
2024-05-01T10:12:30Z,api,h2,warn,slow query took 450ms user=carol,{"user":null,"tags":["slow","db"]},60,∅
