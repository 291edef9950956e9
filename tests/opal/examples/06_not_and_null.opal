# Precedence of `not` and `and`; null is dropped
--- input: fixtures/examples/logs.ndjson
filter not level = "error" and bytes > 50
--- rows
timestamp,service,host,level,body,attrs,bytes,trace_id
2024-05-01T10:00:05Z,web,h1,info,GET /cart 200 12ms,{"user":{"id":"u1"},"code":"200"},120,t1
2024-05-01T10:12:30Z,api,h2,warn,slow query took 450ms user=carol,{"user":null,"tags":["slow","db"]},60,∅
