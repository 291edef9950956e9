# Rows of the other dataset without a match
--- input: fixtures/examples/spans.ndjson
filter error
follow_not trace_id=@logs.trace_id
--- with: logs
--- rows
timestamp,service,host,level,body,attrs,bytes,trace_id
2024-05-01T10:00:05Z,web,h1,info,GET /cart 200 12ms,{"user":{"id":"u1"},"code":"200"},120,t1
2024-05-01T10:07:00Z,web,h2,info,GET /home 200 7ms,{"user":{"id":"u1"},"code":"200"},40,t3
2024-05-01T10:12:30Z,api,h2,warn,slow query took 450ms user=carol,{"user":null,"tags":["slow","db"]},60,∅
2024-05-01T10:45:00Z,web,h1,INFO,GET /home 200 9ms,{"user":{"id":"u3"},"code":"200"},44,t5
