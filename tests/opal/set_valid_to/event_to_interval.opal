# events that last
--- input: fixtures/runs/readings.ndjson
filter code = 3
make_col ended:timestamp + 30m
set_valid_to ended
pick_col timestamp, ended, host
--- rows
timestamp,ended,host
2024-05-01T10:02:00Z,2024-05-01T10:32:00Z,h2
