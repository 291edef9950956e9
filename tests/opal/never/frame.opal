# no row of the key in the frame
--- input: fixtures/runs/readings.ndjson
set_primary_key host
never value = 20, frame(back:30s)
pick_col timestamp, host, value
--- rows
timestamp,host,value
2024-05-01T10:01:05Z,h1,∅
2024-05-01T10:01:30Z,h2,7
2024-05-01T10:01:30Z,h2,8
2024-05-01T10:02:00Z,h2,9
2024-05-01T10:59:50Z,h2,4
