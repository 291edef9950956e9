# without a column: events at the start
--- input: fixtures/runs/jobs.ndjson
set_valid_to
pick_col start, job
--- rows
start,job
2024-05-01T10:00:00Z,a
2024-05-01T10:05:00Z,b
2024-05-01T10:20:00Z,c
2024-05-01T10:30:00Z,g
2024-05-01T10:40:00Z,d
2024-05-01T10:50:00Z,e
