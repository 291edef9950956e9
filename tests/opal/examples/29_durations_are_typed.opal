# Durations are typed
--- input: fixtures/examples/spans.ndjson
make_col ms:duration / 1ms, long:duration > 500ms, sum:duration + 1s
filter long
pick_col start_time, end_time, trace_id, span_id, ms, sum
--- rows
start_time,end_time,trace_id,span_id,ms,sum
2024-05-01T10:01:09.100Z,2024-05-01T10:01:10Z,t2,s1,900,1900000000
2024-05-01T10:01:09.300Z,2024-05-01T10:01:09.900Z,t2,s2,600,1600000000
2024-05-01T10:30:59.500Z,2024-05-01T10:31:01Z,t4,s4,1500,2500000000
