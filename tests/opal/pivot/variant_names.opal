# names of any type are compared as text
--- input: fixtures/runs/readings.ndjson
pivot extra, code, x:"x", group_by(host)
statsby n:count(x), group_by(host)
--- rows
host,n
h1,3
h2,1
