# most active users
--- input: fixtures/bluesky.ndjson
statsby n:count(), group_by(did:string(FIELDS.did))
sort desc(n), did
limit 3
--- window
2024-11-21T00:00:00Z 2024-11-22T00:00:00Z
--- plan
sort n desc, did
  top limit 3 by n desc, did
    aggregate group=[did=string(FIELDS.did)] n=count()
      scan bluesky [string(FIELDS.did)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.c48d21ace7e27 AS v12 FROM opalite_segments(['bluesky-0-0.parquet']) AS s),
     t1 AS NOT MATERIALIZED (SELECT v12 AS v8, count(*) AS v9 FROM t0 GROUP BY 1),
     t2 AS NOT MATERIALIZED (SELECT * FROM t1 ORDER BY v9 DESC NULLS FIRST, v8 ASC NULLS LAST LIMIT 3)
SELECT v8, v9 FROM t2 ORDER BY v9 DESC NULLS FIRST, v8 ASC NULLS LAST
--- rows
did,n
did:plc:user1,14
did:plc:user3,14
did:plc:user4,7
--- oracle
SELECT did, count(*) AS n FROM input GROUP BY 1 ORDER BY n DESC, did LIMIT 3
