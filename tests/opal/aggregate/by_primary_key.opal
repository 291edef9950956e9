# without group_by the series stay apart; a bin number that was dropped comes back
--- input: fixtures/examples/metrics.ndjson
align 1m, cpu:avg(m("cpu_usage"))
pick_col valid_from, valid_to, host, service, cpu
aggregate cpu:max(cpu)
--- rows
valid_from,valid_to,host,service,cpu,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,h1,web,0.30000000000000004,28575960
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,h2,api,0.5,28575960
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,h1,web,0.9,28575961
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,h2,api,0.7,28575961
