# in both directions
--- input: fixtures/runs/jobs.ndjson
make_col later:start + 5m
set_valid_from options(max_time_diff:4m), later
pick_col later, end, job
--- rows
later,end,job
