# a type that is given counts: points of a delta metric add up
--- input: fixtures/examples/metrics.ndjson
rollup options(resolution:1m), total:metric("http_requests_total", type:"delta", rollup:"delta")
--- rows
valid_from,valid_to,host,service,total,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,h1,web,230,28575960
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,h1,web,160,28575961
