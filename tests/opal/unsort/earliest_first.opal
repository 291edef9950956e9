# the order is forgotten; limit takes the oldest row
--- input: fixtures/runs/readings.ndjson
sort desc(timestamp)
unsort
limit 1
pick_col timestamp, kind
--- rows
timestamp,kind
2024-05-01T10:00:10Z,cpu
