# window times in statsby
--- input: fixtures/logs.ndjson
statsby a:any(bin_start_time()), b:any(bin_end_time()), c:any(bin_size()), group_by()
--- rows
a,b,c
2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,3600000000000
