# with keys there is none
--- input: fixtures/logs.ndjson
filter service = "none"
statsby n:count(), group_by(service)
--- rows
service,n
