# any other dataset is filtered row by row
--- input: fixtures/runs/readings.ndjson
filter_last value > 8
pick_col timestamp, host, value
--- rows
timestamp,host,value
2024-05-01T10:00:10Z,h1,20
2024-05-01T10:02:00Z,h2,9
