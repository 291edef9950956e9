# without keys there is one row, also for no rows
--- input: fixtures/logs.ndjson
filter service = "none"
statsby n:count(), total:sum(bytes), group_by()
--- plan
aggregate group=[] n=count() total=sum(int64(FIELDS.bytes))
  scan logs [string(FIELDS.service), int64(FIELDS.bytes)] where (string(FIELDS.service) = "none")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.ce8441188d4f3 AS v1, s.c87bde29ed83e AS v6 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1) WHERE (v1 = $3)),
     t1 AS NOT MATERIALIZED (SELECT count(*) AS v8, CAST(sum(v6) AS BIGINT) AS v9 FROM t0)
SELECT v8, v9 FROM t1
--- rows
n,total
0,∅
