# Several terms in one field
--- input: fixtures/examples/logs.ndjson
filter body ~ <timeout db>
--- rows
timestamp,service,host,level,body,attrs,bytes,trace_id
2024-05-01T10:01:10Z,web,h1,error,GET /cart 500 900ms timeout calling db,{"user":{"id":"u2"},"code":"500"},80,t2
