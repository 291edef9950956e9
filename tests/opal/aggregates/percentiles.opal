# percentiles
--- input: fixtures/http.ndjson
statsby p:percentile(duration_ms, 0.5), c:percentile_cont(duration_ms, 0.5), d:percentile_disc(status, 0.5), m:median(duration_ms), e:median_exact(duration_ms), s:stddev(duration_ms), group_by(path)
--- rows
path,p,c,d,m,e,s
/cart,456,456,200,456,456,627.9108216936542
/home,8,8,200,8,8,1.4142135623730951
/nope,3,3,404,3,3,∅
/pay,1500,1500,503,1500,1500,∅
