# every row must match; null does not
--- input: fixtures/runs/readings.ndjson
set_primary_key host
always value > 1
pick_col timestamp, host, value
--- rows
timestamp,host,value
2024-05-01T10:01:30Z,h2,7
2024-05-01T10:01:30Z,h2,8
2024-05-01T10:02:00Z,h2,9
2024-05-01T10:59:50Z,h2,4
