# a row inside the window may be near one outside of it
--- input: fixtures/runs/readings.ndjson
filter host = "h2" and code = 1
surrounding frame(back:30s, ahead:0s), @readings
pick_col timestamp, host
--- window
2024-05-01T10:00:00Z 2024-05-01T10:01:10Z
--- rows
timestamp,host
2024-05-01T10:01:05Z,h1
