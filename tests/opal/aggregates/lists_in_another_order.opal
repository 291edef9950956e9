# lists in another order
--- input: fixtures/logs.ndjson
statsby h:array_agg(bytes, order_by(desc(bytes))), s:string_agg(level, ",", order_by(body)), f:first(body, order_by(body)), group_by(service)
--- rows
service,h,s,f
api,[60,10,5],error,error,warn,  at main.go:17
db,∅,error,connection refused from 10.0.3.7
web,[120,80,44,40],info,error,info,INFO,GET /cart 200 12ms
