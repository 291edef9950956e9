# sums
--- input: fixtures/logs.ndjson
statsby s:sum(bytes), f:sum(float64(bytes)), a:avg(bytes), lo:min(bytes), hi:max(body), d:sum(duration_ms(bytes)), ad:avg(duration_ms(bytes)), group_by(service)
--- rows
service,s,f,a,lo,hi,d,ad
api,75,75,25,5,slow query took 450ms user=carol,75000000,25000000
db,∅,∅,∅,∅,connection refused from 10.0.3.7,∅,∅
web,284,284,71,40,GET /home 200 9ms,284000000,71000000
