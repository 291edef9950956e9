# lag and lead by the rows of the group, null outside of it; the not_null forms skip nulls
--- input: fixtures/examples/logs.ndjson
filter service = "web" or service = "api"
make_col a:window(lag(bytes), group_by(service)), b:window(lag(bytes, 2), group_by(service)),
  c:window(lead(trace_id, 1), group_by(service)), d:window(lag_not_null(trace_id), group_by(service)),
  e:window(lead_not_null(trace_id, 2), group_by(service))
pick_col timestamp, service, a, b, c, d, e
--- rows
timestamp,service,a,b,c,d,e
2024-05-01T10:00:05Z,web,∅,∅,t2,∅,t3
2024-05-01T10:01:10Z,web,120,∅,t3,t1,t5
2024-05-01T10:07:00Z,web,80,120,t5,t2,∅
2024-05-01T10:12:30Z,api,∅,∅,t4,∅,t4
2024-05-01T10:31:00Z,api,60,∅,t4,∅,∅
2024-05-01T10:31:01Z,api,10,60,∅,t4,∅
2024-05-01T10:45:00Z,web,40,80,∅,t3,∅
