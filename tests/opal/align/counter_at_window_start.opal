# the point before the query window is the base of its first bin
--- input: fixtures/examples/metrics.ndjson
align 1m, up:delta_monotonic(m("http_requests_total"))
--- window
2024-05-01T10:01:00Z 2024-05-01T10:02:00Z
--- rows
valid_from,valid_to,host,service,up,_c_bucket
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,h1,web,30,28575961
