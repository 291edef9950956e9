# how far before and behind, ends included
--- input: fixtures/runs/readings.ndjson
make_col created:timestamp - 2m
set_timestamp frame(back:2m), created
pick_col created, host
--- rows
created,host
2024-05-01T10:00:00Z,h2
2024-05-01T10:57:50Z,h2
