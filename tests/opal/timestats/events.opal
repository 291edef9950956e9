# events are grouped by their time
--- input: fixtures/runs/readings.ndjson
timestats n:count(), top:max(value), group_by(kind)
--- rows
timestamp,kind,n,top
2024-05-01T10:00:10Z,cpu,1,1.5
2024-05-01T10:00:10Z,mem,1,20
2024-05-01T10:00:40Z,cpu,1,2.5
2024-05-01T10:01:05Z,mem,1,∅
2024-05-01T10:01:30Z,cpu,2,8
2024-05-01T10:02:00Z,∅,1,9
2024-05-01T10:59:50Z,mem,1,4
