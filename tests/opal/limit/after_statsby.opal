# groups by their keys
--- input: fixtures/logs.ndjson
statsby n:count(), group_by(service)
limit 2
--- plan
top limit 2 by string(FIELDS.service)
  aggregate group=[string(FIELDS.service)] n=count()
    scan logs [string(FIELDS.service)]
--- rows
service,n
api,3
db,1
