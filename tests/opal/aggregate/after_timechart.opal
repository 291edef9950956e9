# a time chart is a grid too; what is made before it is not lost
--- input: fixtures/logs.ndjson
timechart 10m, n:count(), group_by(service, host)
make_col twice:n * 2
reaggregate n:sum(n), twice:max(twice), hosts:count(), group_by(service)
--- rows
_c_valid_from,_c_valid_to,service,n,twice,hosts,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,db,1,2,1,2857596
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,web,3,4,2,2857596
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,api,1,2,1,2857597
2024-05-01T10:30:00Z,2024-05-01T10:40:00Z,api,2,4,1,2857599
2024-05-01T10:40:00Z,2024-05-01T10:50:00Z,web,1,2,1,2857600
