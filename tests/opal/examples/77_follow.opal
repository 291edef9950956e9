# Jump to the other dataset
--- input: fixtures/examples/logs.ndjson
filter service = "db"
follow trace_id=@spans.trace_id
--- with: spans
--- rows
start_time,end_time,trace_id,span_id,parent_span_id,service_name,span_name,duration,error
2024-05-01T10:01:09.100Z,2024-05-01T10:01:10Z,t2,s1,∅,web,GET /cart,900000000,true
2024-05-01T10:01:09.300Z,2024-05-01T10:01:09.900Z,t2,s2,s1,db,select,600000000,true
