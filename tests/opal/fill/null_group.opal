# null is a group like others
--- input: fixtures/logs.ndjson
timechart 30m, n:count(), group_by(trace_id)
filter is_null(trace_id)
fill n:0
--- rows
_c_valid_from,_c_valid_to,trace_id,n,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,∅,1,952532
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,∅,0,952533
