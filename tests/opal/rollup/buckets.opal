# one bucket is the window
--- input: fixtures/examples/metrics.ndjson
rollup options(buckets:1, empty_bins:true), cpu:metric("cpu_usage", rollup:"max")
--- rows
valid_from,valid_to,host,service,cpu,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,h1,web,0.9,476266
2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,h2,api,0.7,476266
