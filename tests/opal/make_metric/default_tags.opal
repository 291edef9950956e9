# tags are the keys unless they are given, and keep their names
--- input: fixtures/logs.ndjson
timechart 20m, n:count(), b:sum(bytes), group_by(metric:service)
make_metric n, b
--- rows
timestamp,metric 1,value,metric
2024-05-01T10:20:00Z,b,240,web
2024-05-01T10:20:00Z,b,60,api
2024-05-01T10:20:00Z,b,∅,db
2024-05-01T10:20:00Z,n,1,api
2024-05-01T10:20:00Z,n,1,db
2024-05-01T10:20:00Z,n,3,web
2024-05-01T10:40:00Z,b,15,api
2024-05-01T10:40:00Z,n,2,api
