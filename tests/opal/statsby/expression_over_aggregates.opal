# arithmetic around the calls
--- input: fixtures/logs.ndjson
statsby share:100.0 * sum(bytes) / count(), missing:count() - count(bytes), group_by(service)
--- plan
project string(FIELDS.service) share=((100 * $1) / $2) missing=($3 - $4)
  aggregate group=[string(FIELDS.service)] $1=sum(int64(FIELDS.bytes)) $2=count() $3=count() $4=count(int64(FIELDS.bytes))
    scan logs [string(FIELDS.service), int64(FIELDS.bytes)]
--- rows
service,share,missing
api,2500,0
db,∅,1
web,7100,0
