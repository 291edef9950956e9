# without key and group_by each row is a group
--- input: fixtures/runs/readings.ndjson
topk 3, max(value)
pick_col timestamp, host, value, _c_rank
--- rows
timestamp,host,value,_c_rank
2024-05-01T10:00:10Z,h1,20,1
2024-05-01T10:02:00Z,h2,9,2
2024-05-01T10:01:30Z,h2,8,3
