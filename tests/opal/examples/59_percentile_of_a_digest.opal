# 59: percentile of a digest metric; the document's data has none, the first two lines make one
--- input: fixtures/examples/http.ndjson
timechart 1m, request_latency:tdigest_agg(duration_ms), group_by(service:path)
make_metric request_latency, tags(service)
align 5m, d:tdigest_combine(m_tdigest("request_latency"))
aggregate p95:tdigest_quantile(tdigest_combine(d), 0.95), group_by(service)
--- rows
valid_from,valid_to,service,p95,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,/cart,900,5715192
2024-05-01T10:05:00Z,2024-05-01T10:10:00Z,/home,7,5715193
2024-05-01T10:20:00Z,2024-05-01T10:25:00Z,/pay,1500,5715196
2024-05-01T10:45:00Z,2024-05-01T10:50:00Z,/home,9,5715201
2024-05-01T10:45:00Z,2024-05-01T10:50:00Z,/nope,3,5715201
