# the order of any is that of the input, not of the values
--- input: fixtures/logs.ndjson
statsby a:any(trace_id), b:any(body), c:any_not_null(service), n:any_not_null(int64_null()), group_by(service)
--- rows
service,a,b,c,n
api,t4,slow query took 450ms user=carol,api,∅
db,t2,connection refused from 10.0.3.7,db,∅
web,t1,GET /cart 200 12ms,web,∅
