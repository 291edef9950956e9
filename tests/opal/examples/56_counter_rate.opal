# Counter rate with a reset
--- input: fixtures/examples/metrics.ndjson
align 1m, rps:rate(m("http_requests_total"))
aggregate rps:sum(rps), group_by(service)
--- rows
valid_from,valid_to,service,rps,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,web,0.6666666666666666,28575960
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,web,0.5,28575961
