# groups without rows do not appear
--- input: fixtures/raw_logs.ndjson
filter string(FIELDS.level) = "error"
make_col service:string(FIELDS.service)
statsby errors:count(), group_by(service)
--- plan
aggregate group=[service=string(FIELDS.service)] errors=count()
  scan raw_logs [string(FIELDS.service), string(FIELDS.level)] where (string(FIELDS.level) = "error")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.ce8441188d4f3 AS v12, s.c7529de910b27 AS v13 FROM opalite_segments(['raw_logs-0-0.parquet']) AS s) WHERE (v13 = $1)),
     t1 AS NOT MATERIALIZED (SELECT v12 AS v8, count(*) AS v9 FROM t0 GROUP BY 1)
SELECT v8, v9 FROM t1
--- rows
service,errors
api,2
db,1
web,1
