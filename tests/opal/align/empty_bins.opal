# empty_bins gives the bins of every series
--- input: fixtures/examples/metrics.ndjson
align options(empty_bins:true), 20m, cpu:avg(m("cpu_usage", host = "h1"))
--- rows
valid_from,valid_to,host,service,cpu,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:20:00Z,h1,web,0.5,1428798
2024-05-01T10:20:00Z,2024-05-01T10:40:00Z,h1,web,∅,1428799
2024-05-01T10:40:00Z,2024-05-01T11:00:00Z,h1,web,∅,1428800
