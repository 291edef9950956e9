# grouping by paths
--- input: fixtures/raw_logs.ndjson
statsby n:count(), b:sum(int64(FIELDS.bytes)), group_by(s:string(FIELDS.service), l:string(FIELDS.level))
--- rows
s,l,n,b
api,error,2,15
api,warn,1,60
db,error,1,∅
web,INFO,1,44
web,error,1,80
web,info,2,160
--- oracle
SELECT service, level, count(*), sum(bytes) FROM input GROUP BY 1, 2
