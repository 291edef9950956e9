# the bin inside expressions
--- input: fixtures/logs.ndjson
timechart 30m, n:count(), s:min(bin_start_time()), e:max(bin_end_time()), d:any(bin_size()), group_by()
--- rows
_c_valid_from,_c_valid_to,n,s,e,d,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,5,2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,1800000000000,952532
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,3,2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,1800000000000,952533
