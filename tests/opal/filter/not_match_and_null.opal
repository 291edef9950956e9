# a null field neither matches nor does not
--- input: fixtures/logs.ndjson
filter trace_id !~ t2
pick_col timestamp, trace_id
--- rows
timestamp,trace_id
2024-05-01T10:00:05Z,t1
2024-05-01T10:07:00Z,t3
2024-05-01T10:31:00Z,t4
2024-05-01T10:31:01Z,t4
2024-05-01T10:45:00Z,t5
