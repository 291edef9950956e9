# first and last
--- input: fixtures/logs.ndjson
statsby f:first(bytes), fn:first_not_null(trace_id), l:last(trace_id), ln:last_not_null(level), x:any_not_null(host), y:any(service), group_by(service)
--- rows
service,f,fn,l,ln,x,y
api,60,t4,t4,error,h2,api
db,∅,t2,t2,error,h3,db
web,120,t1,t5,INFO,h1,web
