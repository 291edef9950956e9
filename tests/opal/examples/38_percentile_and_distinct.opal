# Exact percentile, distinct users
--- input: fixtures/examples/http.ndjson
statsby p50:percentile_cont(duration_ms, 0.5), worst:max(duration_ms), users:count_distinct_exact(user_id), group_by(path)
--- rows
path,p50,worst,users
/cart,456,900,2
/home,8,9,2
/nope,3,3,0
/pay,1500,1500,1
