# first of paths
--- input: fixtures/raw_logs.ndjson
statsby f:first(string(FIELDS.body)), l:last_not_null(FIELDS.attrs.code), group_by(s:string(FIELDS.service))
--- rows
s,f,l
api,slow query took 450ms user=carol,∅
db,connection refused from 10.0.3.7,∅
web,GET /cart 200 12ms,"200"
