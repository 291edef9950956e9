# A result block with an empty body: no rows are printed in the language examples: worked out by hand
--- input: fixtures/examples/logs.ndjson
@a <- @ { filter service = "db" }
<- @a { }
--- rows
timestamp,service,host,level,body,attrs,bytes,trace_id
2024-05-01T10:01:20Z,db,h3,error,connection refused from 10.0.3.7,{"retry":3},∅,t2
