# rows outside of the window go
--- input: fixtures/runs/readings.ndjson
make_col seen:timestamp - 30m
make_table
make_event seen
pick_col seen, host
--- rows
seen,host
2024-05-01T10:29:50Z,h2
