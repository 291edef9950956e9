# the greatest of the first numeric column that is no key
--- input: fixtures/runs/readings.ndjson
topk 1, group_by(host)
pick_col timestamp, host, value, _c_rank
--- rows
timestamp,host,value,_c_rank
2024-05-01T10:01:30Z,h2,7,1
2024-05-01T10:01:30Z,h2,8,1
2024-05-01T10:02:00Z,h2,9,1
2024-05-01T10:59:50Z,h2,4,1
