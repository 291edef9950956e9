# Spike detection over a chart: no rows are printed in the language examples: worked out by hand
--- input: fixtures/examples/http.ndjson
timechart 5m, n:count(), group_by()
fill n:0
make_col mean:window(avg(n), group_by(), frame(back:30m)), prev:window(lag(n, 1), group_by())
make_col spike:n > 3 * mean and n > coalesce(prev, 0)
filter spike
--- rows
_c_valid_from,_c_valid_to,n,_c_bucket,mean,prev,spike
2024-05-01T10:45:00Z,2024-05-01T10:50:00Z,2,5715201,0.42857142857142855,0,true
