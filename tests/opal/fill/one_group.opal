# one group is there without any rows
--- input: fixtures/logs.ndjson
filter service = "nope"
timechart 20m, n:count(), group_by()
fill n:0
--- rows
_c_valid_from,_c_valid_to,n,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:20:00Z,0,1428798
2024-05-01T10:20:00Z,2024-05-01T10:40:00Z,0,1428799
2024-05-01T10:40:00Z,2024-05-01T11:00:00Z,0,1428800
