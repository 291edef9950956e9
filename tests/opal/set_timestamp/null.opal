# null is no time
--- input: fixtures/runs/readings.ndjson
make_col created:if(host = "h1", timestamp, null)
set_timestamp created
statsby n:count(), group_by(host)
--- rows
host,n
h1,4
