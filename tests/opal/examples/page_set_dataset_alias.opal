# set_dataset_alias, after the example on its page of the specification
--- input: fixtures/examples/metrics.ndjson
set_dataset_alias "m"
filter host = "h2"
--- rows
timestamp,metric,value,host,service
2024-05-01T10:00:00Z,cpu_usage,0.5,h2,api
2024-05-01T10:01:30Z,cpu_usage,0.7,h2,api
