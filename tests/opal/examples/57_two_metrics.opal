# Two metrics, filter inside the selector, arithmetic afterwards: no rows are printed in the language examples: worked out by hand
--- input: fixtures/examples/metrics.ndjson
align 5m, total:delta_monotonic(m("http_requests_total")),
  web_cpu:max(m("cpu_usage", service = "web"))
aggregate total:sum(total), web_cpu:max(web_cpu), group_by(service)
make_col per_cpu:if(web_cpu > 0, total / web_cpu, float64_null())
--- rows
valid_from,valid_to,service,total,web_cpu,_c_bucket,per_cpu
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,web,70,0.9,5715192,77.77777777777777
