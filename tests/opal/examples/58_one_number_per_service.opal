# One number per service for the window
--- input: fixtures/examples/metrics.ndjson
align options(bins:1), cpu:max(m("cpu_usage"))
aggregate cpu:max(cpu), group_by(service)
--- rows
valid_from,valid_to,service,cpu,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,api,0.7,476266
2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,web,0.9,476266
