# events stay at their times
--- input: fixtures/runs/readings.ndjson
pivot kind, value, cpu:"cpu", mem:"mem", group_by(host)
--- rows
timestamp,host,cpu,mem
2024-05-01T10:00:10Z,h1,1.5,20
2024-05-01T10:00:40Z,h1,2.5,∅
2024-05-01T10:01:05Z,h1,∅,∅
2024-05-01T10:01:30Z,h2,7,∅
2024-05-01T10:02:00Z,h2,∅,∅
2024-05-01T10:59:50Z,h2,∅,4
