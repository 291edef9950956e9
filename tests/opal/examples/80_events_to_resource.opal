# Events to resource
--- input: fixtures/examples/deploys.ndjson
make_resource options(expiry:30m), version, primary_key(service)
set_label service
--- rows
valid_from,valid_to,service,version
2024-05-01T09:58:00Z,2024-05-01T10:06:30Z,web,1.4
2024-05-01T10:06:30Z,2024-05-01T10:36:30Z,web,1.5
2024-05-01T10:30:30Z,2024-05-01T11:00:30Z,api,2.0
