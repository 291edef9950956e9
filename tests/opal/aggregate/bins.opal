# the bin of the group; the number of the bin is a key anyway
--- input: fixtures/examples/metrics.ndjson
align 1m, cpu:avg(m("cpu_usage"))
aggregate n:count(), start:bin_start_time(), end:bin_end_time(), size:bin_size(), group_by(service, _c_bucket)
--- rows
valid_from,valid_to,service,n,start,end,size,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,api,1,2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,60000000000,28575960
2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,web,1,2024-05-01T10:00:00Z,2024-05-01T10:01:00Z,60000000000,28575960
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,api,1,2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,60000000000,28575961
2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,web,1,2024-05-01T10:01:00Z,2024-05-01T10:02:00Z,60000000000,28575961
