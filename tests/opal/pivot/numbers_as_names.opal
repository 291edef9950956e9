# a constant of the column's type gives the name
--- input: fixtures/runs/readings.ndjson
filter timestamp < query_start_time() + 30s
pivot code, value, 1, two:2, group_by(host)
--- rows
timestamp,host,1,two
2024-05-01T10:00:10Z,h1,1.5,20
