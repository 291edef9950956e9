# rollup, after the example on its page of the specification
--- input: fixtures/examples/metrics.ndjson
rollup options(resolution:1m), cpu:metric("cpu_usage", rollup:"max")
--- rows
valid_from,valid_to,host,service,cpu,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,h1,web,0.4,28575960
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,h2,api,0.5,28575960
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,h1,web,0.9,28575961
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,h2,api,0.7,28575961
