# not behind the end; an open end is later than all
--- input: fixtures/runs/jobs.ndjson
make_col later:start + 5m
set_valid_from later
pick_col later, end, job
--- rows
later,end,job
2024-05-01T09:35:00Z,2024-05-01T10:05:00Z,f
2024-05-01T10:05:00Z,2024-05-01T10:10:00Z,a
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,b
2024-05-01T10:25:00Z,2024-05-01T10:30:00Z,c
2024-05-01T10:35:00Z,2024-05-01T10:35:00Z,g
2024-05-01T10:55:00Z,∅,e
