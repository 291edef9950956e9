# rows of the window come from behind it
--- input: fixtures/runs/readings.ndjson
make_col created:timestamp - 2m
set_timestamp created
pick_col created, host
--- window
2024-05-01T10:00:00Z 2024-05-01T10:01:00Z
--- rows
created,host
2024-05-01T10:00:00Z,h2
