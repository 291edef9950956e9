# one user
--- input: fixtures/bluesky.ndjson
filter string(FIELDS.did) = "did:plc:user3"
statsby n:count()
--- window
2024-11-21T00:00:00Z 2024-11-22T00:00:00Z
--- plan
aggregate group=[] n=count()
  scan bluesky [string(FIELDS.did)] where (string(FIELDS.did) = "did:plc:user3")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.c48d21ace7e27 AS v11 FROM opalite_segments(['bluesky-0-0.parquet']) AS s) WHERE (v11 = $1)),
     t1 AS NOT MATERIALIZED (SELECT count(*) AS v8 FROM t0)
SELECT v8 FROM t1
--- rows
n
14
--- oracle
SELECT count(*) FROM input WHERE did = 'did:plc:user3'
