# Empty bins
--- input: fixtures/examples/logs.ndjson
timechart 10m, n:count(), group_by(service)
fill n:0
statsby bins:count(), zero:sum(if(n = 0, 1, 0)), group_by(service)
--- rows
service,bins,zero
api,6,4
db,6,5
web,6,4
