# nothing before
--- input: fixtures/runs/readings.ndjson
make_col created:timestamp - 2m
set_timestamp frame(ahead:2m), created
pick_col created, host
--- rows
created,host
