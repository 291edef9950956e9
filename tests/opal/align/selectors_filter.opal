# each selector sees its own rows; bins without rows of any of them are not there
--- input: fixtures/examples/metrics.ndjson
align 1m, web:max(m("cpu_usage", service = "web")), last:last(m("cpu_usage", host = "h2")), up:delta(m("http_requests_total", value > 100)),
  n:count(m("cpu_usage")) - count(m("http_requests_total"))
--- rows
valid_from,valid_to,host,service,web,last,up,n,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,h1,web,0.4,∅,0,0,28575960
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,h2,api,∅,0.5,∅,1,28575960
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,h1,web,0.9,∅,20,-1,28575961
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,h2,api,∅,0.7,∅,1,28575961
