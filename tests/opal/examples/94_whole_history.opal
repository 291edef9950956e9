# Whole history
--- input: fixtures/examples/deploys.ndjson
make_reference first_seen:min(timestamp), releases:count(), group_by(service)
--- rows
service,first_seen,releases
api,2024-05-01T10:30:30Z,1
web,2024-05-01T09:58:00Z,2
