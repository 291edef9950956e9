# without a frame only the window counts
--- input: fixtures/runs/readings.ndjson
set_primary_key host
ever value = 20
pick_col timestamp, host, value
--- window
2024-05-01T10:00:30Z 2024-05-01T11:00:00Z
--- rows
timestamp,host,value
