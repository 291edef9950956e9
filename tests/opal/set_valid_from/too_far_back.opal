# too far before
--- input: fixtures/runs/jobs.ndjson
make_col early:start - 5m
set_valid_from frame(back:4m), early
pick_col early, end, job
--- rows
early,end,job
