# a later rank replaces the earlier one
--- input: fixtures/runs/readings.ndjson
topk 3, max(value)
bottomk 1, max(value)
pick_col timestamp, host, value, _c_rank
--- rows
timestamp,host,value,_c_rank
2024-05-01T10:01:30Z,h2,8,1
