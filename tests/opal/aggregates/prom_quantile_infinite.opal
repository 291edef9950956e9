# what lies above the last finite bound counts as that
--- input: fixtures/http.ndjson
filter path = "/cart"
make_col le:if(status = 200, "1", "+Inf"), n:if(status = 200, 5, 10)
statsby half:prom_quantile(n, 0.25), most:prom_quantile(n, 0.9), group_by()
--- rows
half,most
0.5,1
