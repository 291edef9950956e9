# all rows of the best groups, by rank
--- input: fixtures/runs/readings.ndjson
topk 1, max(value), group_by(host)
pick_col timestamp, host, value, _c_rank
--- rows
timestamp,host,value,_c_rank
2024-05-01T10:00:10Z,h1,1.5,1
2024-05-01T10:00:10Z,h1,20,1
2024-05-01T10:00:40Z,h1,2.5,1
2024-05-01T10:01:05Z,h1,∅,1
