# sketches of few numbers hold them all
--- input: fixtures/http.ndjson
statsby t:tdigest_agg(duration_ms), s:tdigest_agg(status), d:tdigest_agg(duration_ms(duration_ms)), n:tdigest_agg(int64_null()), group_by()
make_col median:tdigest_quantile(t, 0.5), low:tdigest_quantile(t, 0), high:tdigest_quantile(t, 1), none:tdigest_quantile(n, 0.5), same:histogram_quantile(t, 0.5)
--- rows
t,s,d,n,median,low,high,none,same
{"type":"tdigest","version":1,"state":[3,1,7,1,9,1,12,1,900,1,1500,1]},{"type":"tdigest","version":1,"state":[200,1,200,1,200,1,404,1,500,1,503,1]},{"type":"tdigest","version":1,"state":[3000000,1,7000000,1,9000000,1,12000000,1,900000000,1,1500000000,1]},∅,10.5,3,1500,∅,10.5
