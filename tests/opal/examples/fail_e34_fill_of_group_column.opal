# E34: fill of group column
--- input: fixtures/examples/logs.ndjson
timechart 5m, n:count(), group_by(service)
fill service:"x"
--- error: 2:6
"fill" cannot bind grouping column "service"
