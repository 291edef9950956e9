# a filter on a key can run before the grouping
--- input: fixtures/logs.ndjson
statsby n:count(), group_by(service)
filter service = "web"
--- plan
aggregate group=[string(FIELDS.service)] n=count()
  scan logs [string(FIELDS.service)] where (string(FIELDS.service) = "web")
--- rows
service,n
web,4
