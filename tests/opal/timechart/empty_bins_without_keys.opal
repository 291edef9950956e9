# one group
--- input: fixtures/logs.ndjson
timechart options(empty_bins:true), 20m, n:count(), group_by()
--- rows
_c_valid_from,_c_valid_to,n,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:20:00Z,5,1428798
2024-05-01T10:20:00Z,2024-05-01T10:40:00Z,2,1428799
2024-05-01T10:40:00Z,2024-05-01T11:00:00Z,1,1428800
