# an end with the first moment of the window belongs to it, with the last not
--- input: fixtures/runs/jobs.ndjson
make_event options(use_valid_to:true)
pick_col start, end, job
--- window
2024-05-01T10:10:00Z 2024-05-01T10:20:00Z
--- rows
start,end,job
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,a
