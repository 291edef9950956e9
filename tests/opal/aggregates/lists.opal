# lists
--- input: fixtures/logs.ndjson
statsby h:array_agg(host), d:array_agg_distinct(host), s:string_agg(trace_id, ","), sd:string_agg_distinct(level, "+"), n:array_agg(bytes), group_by(service)
--- rows
service,h,d,s,sd,n
api,["h2","h2","h2"],["h2"],t4,t4,error+warn,[60,10,5]
db,["h3"],["h3"],t2,error,∅
web,["h1","h1","h2","h1"],["h1","h2"],t1,t2,t3,t5,INFO+error+info,[120,80,40,44]
