# Search in all fields
--- input: fixtures/examples/logs.ndjson
filter <refused>
--- rows
timestamp,service,host,level,body,attrs,bytes,trace_id
2024-05-01T10:01:20Z,db,h3,error,connection refused from 10.0.3.7,{"retry":3},∅,t2
