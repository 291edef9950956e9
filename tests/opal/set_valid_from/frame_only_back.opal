# a frame bounds what lies before
--- input: fixtures/runs/jobs.ndjson
make_col later:start + 5m
set_valid_from frame(back:0s), later
statsby n:count()
--- rows
n
6
