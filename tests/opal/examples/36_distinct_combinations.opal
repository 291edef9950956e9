# Distinct combinations
--- input: fixtures/examples/logs.ndjson
statsby group_by(service, host)
--- rows
service,host
api,h2
db,h3
web,h1
web,h2
