# first and last
--- input: fixtures/logs.ndjson
statsby f:first(bytes), fn:first_not_null(trace_id), l:last(trace_id), ln:last_not_null(level), x:any_not_null(upper(service)), y:any(service), group_by(service)
--- rows
service,f,fn,l,ln,x,y
api,60,t4,t4,error,API,api
db,∅,t2,t2,error,DB,db
web,120,t1,t5,INFO,WEB,web
