# the new time decides which rows belong to the window
--- input: fixtures/runs/readings.ndjson
make_col created:timestamp - 2m
set_timestamp created
pick_col created, host
--- rows
created,host
2024-05-01T10:00:00Z,h2
2024-05-01T10:57:50Z,h2
