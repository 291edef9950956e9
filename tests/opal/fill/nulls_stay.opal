# a null in a row that is there stays; columns without a value are null in added rows
--- input: fixtures/logs.ndjson
timechart 30m, b:sum(bytes), n:count(), first:min(timestamp), group_by(service)
fill b:0
--- rows
_c_valid_from,_c_valid_to,service,b,n,first,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,api,60,1,2024-05-01T10:12:30Z,952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,db,∅,1,2024-05-01T10:01:20Z,952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,web,240,3,2024-05-01T10:00:05Z,952532
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,api,15,2,2024-05-01T10:31:00Z,952533
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,db,0,∅,∅,952533
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,web,44,1,2024-05-01T10:45:00Z,952533
