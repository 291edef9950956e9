# nothing but the row count is read
--- input: fixtures/bluesky.ndjson
statsby n:count()
--- window
2024-11-21T00:00:00Z 2024-11-22T00:00:00Z
--- plan
aggregate group=[] n=count()
  scan bluesky []
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT 1 AS v_ FROM opalite_segments(['bluesky-0-0.parquet']) AS s),
     t1 AS NOT MATERIALIZED (SELECT count(*) AS v8 FROM t0)
SELECT v8 FROM t1
--- rows
n
60
--- oracle
SELECT count(*) FROM input
