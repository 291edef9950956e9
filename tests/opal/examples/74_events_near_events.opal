# Events near events
--- input: fixtures/examples/logs.ndjson
join on(service=@deploys.service, frame(back:10m)), version:@deploys.version
pick_col timestamp, service, version
--- with: deploys
--- rows
timestamp,service,version
2024-05-01T10:00:05Z,web,1.4
2024-05-01T10:01:10Z,web,1.4
2024-05-01T10:07:00Z,web,1.4
2024-05-01T10:07:00Z,web,1.5
2024-05-01T10:31:00Z,api,2.0
2024-05-01T10:31:01Z,api,2.0
