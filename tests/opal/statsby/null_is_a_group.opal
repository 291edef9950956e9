# nulls are one group
--- input: fixtures/logs.ndjson
statsby n:count(), group_by(trace_id)
--- rows
trace_id,n
t1,1
t2,2
t3,1
t4,2
t5,1
∅,1
