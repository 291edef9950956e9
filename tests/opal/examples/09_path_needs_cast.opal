# Path access needs a cast
--- input: fixtures/examples/logs.ndjson
filter string(attrs.user.id) = "u1"
--- rows
timestamp,service,host,level,body,attrs,bytes,trace_id
2024-05-01T10:00:05Z,web,h1,info,GET /cart 200 12ms,{"user":{"id":"u1"},"code":"200"},120,t1
2024-05-01T10:07:00Z,web,h2,info,GET /home 200 7ms,{"user":{"id":"u1"},"code":"200"},40,t3
