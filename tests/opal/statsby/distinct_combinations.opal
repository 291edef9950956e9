# only keys
--- input: fixtures/logs.ndjson
statsby group_by(service, host)
--- plan
aggregate group=[string(FIELDS.service), string(FIELDS.host)]
  scan logs [string(FIELDS.service), string(FIELDS.host)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.ce8441188d4f3 AS v1, s.c3e64ddcdfeba AS v2 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1),
     t1 AS NOT MATERIALIZED (SELECT v1, v2 FROM t0 GROUP BY 1, 2)
SELECT v1, v2 FROM t1
--- rows
service,host
api,h2
db,h3
web,h1
web,h2
