# Fixed bins
--- input: fixtures/examples/logs.ndjson
timechart 10m, n:count(), group_by(service)
--- rows
_c_valid_from,_c_valid_to,service,n,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,db,1,2857596
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,web,3,2857596
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,api,1,2857597
2024-05-01T10:30:00Z,2024-05-01T10:40:00Z,api,2,2857599
2024-05-01T10:40:00Z,2024-05-01T10:50:00Z,web,1,2857600
