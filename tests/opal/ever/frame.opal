# the rows of the key up to that long before, both ends included, also from before the window
--- input: fixtures/runs/readings.ndjson
set_primary_key host
ever value = 20, frame(back:30s)
pick_col timestamp, host, value
--- window
2024-05-01T10:00:30Z 2024-05-01T11:00:00Z
--- rows
timestamp,host,value
2024-05-01T10:00:40Z,h1,2.5
