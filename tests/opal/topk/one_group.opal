# group_by() keeps everything
--- input: fixtures/runs/readings.ndjson
topk 1, max(value), group_by()
statsby n:count(), worst:max(_c_rank), group_by()
--- rows
n,worst
8,1
