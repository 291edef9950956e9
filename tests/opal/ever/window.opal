# all rows of a key with one match in the window
--- input: fixtures/runs/readings.ndjson
set_primary_key host
ever value > 10
pick_col timestamp, host, value
--- rows
timestamp,host,value
2024-05-01T10:00:10Z,h1,1.5
2024-05-01T10:00:10Z,h1,20
2024-05-01T10:00:40Z,h1,2.5
2024-05-01T10:01:05Z,h1,∅
