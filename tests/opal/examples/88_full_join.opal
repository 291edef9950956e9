# Full join of two tables
--- input: fixtures/examples/deploys.ndjson
statsby n:count(), group_by(service)
fulljoin on(service=@owners.service), team:@owners.team
--- with: owners
--- rows
service,n,team
api,1,platform
web,1,frontend
∅,∅,storage
