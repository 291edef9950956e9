# bins that do not start at the epoch
--- input: fixtures/logs.ndjson
timechart options(offset:5m), 10m, n:count(), group_by()
--- rows
_c_valid_from,_c_valid_to,n,_c_bucket
2024-05-01T09:55:00Z,2024-05-01T10:05:00Z,3,2857595
2024-05-01T10:05:00Z,2024-05-01T10:15:00Z,2,2857596
2024-05-01T10:25:00Z,2024-05-01T10:35:00Z,2,2857598
2024-05-01T10:45:00Z,2024-05-01T10:55:00Z,1,2857600
