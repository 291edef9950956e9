# not before the start; null is no end
--- input: fixtures/runs/jobs.ndjson
make_col sooner:end - 5m
set_valid_to sooner
pick_col start, sooner, job
--- rows
start,sooner,job
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,a
2024-05-01T10:05:00Z,2024-05-01T10:15:00Z,b
2024-05-01T10:20:00Z,2024-05-01T10:25:00Z,c
2024-05-01T10:30:00Z,2024-05-01T10:30:00Z,g
