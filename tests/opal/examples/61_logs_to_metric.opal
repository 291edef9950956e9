# Turn logs into a metric: no rows are printed in the language examples: worked out by hand
--- input: fixtures/examples/http.ndjson
timechart 1m, requests:count(), errors:sum(if(status >= 500, 1, 0)), group_by(path)
make_metric requests, errors, tags(path)
interface "metric", metric:metric, value:value
set_metric options(type:"delta", unit:"1", description:"requests per path",
  rollup:"sum", aggregate:"sum", interval:1m), "requests"
--- rows
timestamp,metric,value,path
2024-05-01T10:01:00Z,errors,0,/cart
2024-05-01T10:01:00Z,requests,1,/cart
2024-05-01T10:02:00Z,errors,1,/cart
2024-05-01T10:02:00Z,requests,1,/cart
2024-05-01T10:08:00Z,errors,0,/home
2024-05-01T10:08:00Z,requests,1,/home
2024-05-01T10:21:00Z,errors,1,/pay
2024-05-01T10:21:00Z,requests,1,/pay
2024-05-01T10:46:00Z,errors,0,/home
2024-05-01T10:46:00Z,requests,1,/home
2024-05-01T10:47:00Z,errors,0,/nope
2024-05-01T10:47:00Z,requests,1,/nope
