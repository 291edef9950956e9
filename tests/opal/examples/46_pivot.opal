# Rows to columns
--- input: fixtures/examples/logs.ndjson
statsby n:count(), group_by(service, level)
pivot level, n, error:"error", info:"info", group_by(service)
--- rows
service,error,info
api,2,∅
db,1,∅
web,1,2
