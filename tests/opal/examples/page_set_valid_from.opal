# set_valid_from, after the example on its page of the specification
--- input: fixtures/examples/spans.ndjson
make_col later:start_time + 10ms
set_valid_from later
pick_col later, end_time, trace_id, span_id
--- rows
later,end_time,trace_id,span_id
2024-05-01T10:01:09.110Z,2024-05-01T10:01:10Z,t2,s1
2024-05-01T10:01:09.310Z,2024-05-01T10:01:09.900Z,t2,s2
2024-05-01T10:30:59.510Z,2024-05-01T10:31:01Z,t4,s4
