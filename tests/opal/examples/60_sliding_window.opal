# Sliding window on aligned data: no rows are printed in the language examples: worked out by hand
--- input: fixtures/examples/metrics.ndjson
align 1m, frame(back:5m), cpu5:avg(m("cpu_usage"))
aggregate cpu5:avg(cpu5), group_by(host)
filter cpu5 > 0.8
--- rows
valid_from,valid_to,host,cpu5,_c_bucket
2024-05-01T10:05:00Z,2024-05-01T10:06:00Z,h1,0.9,28575965
