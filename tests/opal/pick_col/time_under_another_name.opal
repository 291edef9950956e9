# roles follow the column
--- input: fixtures/runs/readings.ndjson
pick_col when:timestamp, host
filter when < query_start_time() + 15s
--- rows
when,host
2024-05-01T10:00:10Z,h1
2024-05-01T10:00:10Z,h1
