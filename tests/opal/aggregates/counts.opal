# counts
--- input: fixtures/logs.ndjson
statsby n:count(), b:count(bytes), both:count(bytes, trace_id), one:count(1), exact:count_distinct_exact(host), pairs:count_distinct_exact(host, trace_id), about:count_distinct(level), group_by(service)
--- rows
service,n,b,both,one,exact,pairs,about
api,3,3,2,3,1,1,2
db,1,0,0,1,1,1,1
web,4,4,4,4,2,4,3
