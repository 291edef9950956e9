# Several aggregates, weekly look-back per hour: no rows are printed in the language examples: worked out by hand
--- input: fixtures/examples/http.ndjson
timechart 1h, frame(back:24h), n:count(), err:sum(if(status >= 500, 1, 0)), group_by(path)
make_col ratio:float64(err) / float64(n)
--- rows
_c_valid_from,_c_valid_to,path,n,err,_c_bucket,ratio
2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,/cart,2,1,476266,0.5
2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,/home,2,0,476266,0
2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,/nope,1,0,476266,0
2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,/pay,1,1,476266,1
