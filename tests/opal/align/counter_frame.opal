# frames overlap: each one has its own base
--- input: fixtures/examples/metrics.ndjson
align 1m, frame(back:2m), up:delta_monotonic(m("http_requests_total")), rate:rate(m("http_requests_total"))
--- rows
valid_from,valid_to,host,service,up,rate,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,h1,web,40,0.3333333333333333,28575960
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,h1,web,70,0.5833333333333334,28575961
2024-05-01T10:02:00Z,2024-05-01T10:03:00Z,h1,web,30,0.25,28575962
