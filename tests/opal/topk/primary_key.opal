# the key of the input makes the groups
--- input: fixtures/runs/readings.ndjson
set_primary_key host
topk 1, count(value)
statsby n:count()
--- rows
host,n
h2,4
