# the bin that ends where the window begins reports inside it
--- input: fixtures/logs.ndjson
timechart 10m, n:count(), group_by()
make_metric n
--- window
2024-05-01T10:10:00Z 2024-05-01T10:30:00Z
--- rows
timestamp,metric,value
2024-05-01T10:10:00Z,n,4
2024-05-01T10:20:00Z,n,1
