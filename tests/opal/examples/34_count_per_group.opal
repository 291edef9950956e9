# Count per group
--- input: fixtures/examples/logs.ndjson
statsby n:count(), group_by(service)
--- rows
service,n
api,3
db,1
web,4
