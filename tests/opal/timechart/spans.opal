# short intervals
--- input: fixtures/spans.ndjson
timechart 10m, n:count(), slowest:max(duration), group_by(service_name)
--- rows
_c_valid_from,_c_valid_to,service_name,n,slowest,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,db,1,600000000,2857596
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,web,2,900000000,2857596
2024-05-01T10:30:00Z,2024-05-01T10:40:00Z,api,1,1500000000,2857599
