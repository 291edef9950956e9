# EXTRA has paths too
--- input: fixtures/raw_logs.ndjson
make_col p:string(EXTRA.path)
statsby n:count(), group_by(p)
--- plan
aggregate group=[p=string(EXTRA.path)] n=count()
  scan raw_logs [string(EXTRA.path)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.cd0029e32d477 AS v12 FROM opalite_segments(['raw_logs-0-0.parquet']) AS s),
     t1 AS NOT MATERIALIZED (SELECT v12 AS v8, count(*) AS v9 FROM t0 GROUP BY 1)
SELECT v8, v9 FROM t1
--- rows
p,n
/raw_logs,8
