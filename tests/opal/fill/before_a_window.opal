# a frame over filled bins reads bins before the query window
--- input: fixtures/logs.ndjson
timechart 10m, n:count(), group_by()
fill n:0
make_col recent:window(sum(n), frame(back:10m))
--- window
2024-05-01T10:10:00Z 2024-05-01T10:40:00Z
--- rows
_c_valid_from,_c_valid_to,n,_c_bucket,recent
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,1,2857597,5
2024-05-01T10:20:00Z,2024-05-01T10:30:00Z,0,2857598,1
2024-05-01T10:30:00Z,2024-05-01T10:40:00Z,2,2857599,2
