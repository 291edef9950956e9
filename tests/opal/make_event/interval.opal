# events at the start; the end is a column
--- input: fixtures/runs/jobs.ndjson
make_event
pick_col start, end, job
--- rows
start,end,job
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,a
2024-05-01T10:05:00Z,2024-05-01T10:20:00Z,b
2024-05-01T10:20:00Z,2024-05-01T10:30:00Z,c
2024-05-01T10:30:00Z,2024-05-01T10:35:00Z,g
2024-05-01T10:40:00Z,2024-05-01T10:40:00Z,d
2024-05-01T10:50:00Z,∅,e
