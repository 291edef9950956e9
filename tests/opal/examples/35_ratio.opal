# Conditional counting and a ratio
--- input: fixtures/examples/logs.ndjson
statsby errors:sum(if(level = "error", 1, 0)), total:count(), group_by(service)
make_col pct:round(100.0 * errors / total, 1)
sort desc(pct), service
--- rows
service,errors,total,pct
db,1,1,100
api,2,3,66.7
web,1,4,25
