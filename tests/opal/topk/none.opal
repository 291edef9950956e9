# no groups at all
--- input: fixtures/runs/readings.ndjson
topk 0, max(value)
pick_col timestamp, host, value, _c_rank
--- rows
timestamp,host,value,_c_rank
