# not later than the old end by more than the distance
--- input: fixtures/runs/jobs.ndjson
make_col then:end + 10m
set_valid_to options(max_time_diff:9m), then
pick_col start, then, job
--- rows
start,then,job
