# the least of the first numeric column; ties by the keys
--- input: fixtures/runs/readings.ndjson
bottomk 1, group_by(host)
statsby n:count(), group_by(host)
--- rows
host,n
h1,4
