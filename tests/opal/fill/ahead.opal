# only bins up to 20 minutes behind one with data, which may lie before the window
--- input: fixtures/logs.ndjson
timechart 10m, n:count(), group_by(service)
fill frame(ahead:20m), n:0
--- window
2024-05-01T10:20:00Z 2024-05-01T11:00:00Z
--- rows
_c_valid_from,_c_valid_to,service,n,_c_bucket
2024-05-01T10:20:00Z,2024-05-01T10:30:00Z,api,0,2857598
2024-05-01T10:20:00Z,2024-05-01T10:30:00Z,db,0,2857598
2024-05-01T10:20:00Z,2024-05-01T10:30:00Z,web,0,2857598
2024-05-01T10:30:00Z,2024-05-01T10:40:00Z,api,2,2857599
2024-05-01T10:40:00Z,2024-05-01T10:50:00Z,api,0,2857600
2024-05-01T10:40:00Z,2024-05-01T10:50:00Z,web,1,2857600
2024-05-01T10:50:00Z,2024-05-01T11:00:00Z,api,0,2857601
2024-05-01T10:50:00Z,2024-05-01T11:00:00Z,web,0,2857601
