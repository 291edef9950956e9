# exact percentiles keep every digit
--- input: fixtures/http.ndjson
make_col d:duration(9007199254740990 + status), i:9007199254740990 + status
statsby a:percentile_disc(i, 0.5), b:percentile_disc(d, 0.5), c:percentile_cont(d, 0.5), m:median_exact(d), n:median_exact(status), q:percentile_cont(status, 0.25), r:percentile_disc(status, 0), s:percentile_disc(status, 1), z:percentile_disc(int64_null(), 0.5), y:median_exact(duration_null()), group_by()
--- rows
a,b,c,m,n,q,r,s,z,y
9007199254741190,9007199254741190,9007199254741292,9007199254741292,302,200,200,503,∅,∅
