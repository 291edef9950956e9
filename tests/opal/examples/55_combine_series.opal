# Combine the series
--- input: fixtures/examples/metrics.ndjson
align 1m, cpu:avg(m("cpu_usage"))
aggregate cpu:avg(cpu), group_by()
--- rows
valid_from,valid_to,cpu,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,0.4,28575960
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,0.8,28575961
