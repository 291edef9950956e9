# upper bounds from the tag `le`, or given; series of one bound add up
--- input: fixtures/http.ndjson
filter path = "/cart" or path = "/home"
make_col le:if(status = 200, "1", "2"), n:if(status = 200, 5, 30)
statsby half:prom_quantile(n, 0.5), most:prom_quantile(n, 0.9), none:prom_quantile(n, 0.5, float64_null()), given:prom_quantile(n, 0.5, float64(le) * 2), group_by()
--- rows
half,most,none,given
1,1.8,∅,2
