# the last value of a bin of time
--- input: fixtures/runs/readings.ndjson
pivot options(align:1m), kind, value, cpu:"cpu", mem:"mem", group_by(host)
--- rows
timestamp,host,cpu,mem
2024-05-01T10:00:00Z,h1,2.5,20
2024-05-01T10:01:00Z,h1,∅,∅
2024-05-01T10:01:00Z,h2,8,∅
2024-05-01T10:02:00Z,h2,∅,∅
2024-05-01T10:59:00Z,h2,∅,4
