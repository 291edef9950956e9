# a counter is aligned as a rate, a gauge as a mean; a type that is given counts
--- input: fixtures/examples/metrics.ndjson
rollup options(resolution:1m), metric("http_requests_total"), cpu:metric("cpu_usage", filter:host = "h1"), lowest:metric("cpu_usage", host = "h2", label:"Lowest", rollup:"min")
--- rows
valid_from,valid_to,host,service,http_requests_total,cpu,lowest,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,h1,web,0.6666666666666666,0.30000000000000004,∅,28575960
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,h2,api,∅,∅,0.5,28575960
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,h1,web,0.5,0.9,∅,28575961
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,h2,api,∅,∅,0.7,28575961
