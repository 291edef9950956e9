# too far away
--- input: fixtures/runs/readings.ndjson
make_col created:timestamp - 2m
set_timestamp options(max_time_diff:119s), created
pick_col created, host
--- rows
created,host
