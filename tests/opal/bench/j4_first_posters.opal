# JSONBench Q4
--- input: fixtures/bluesky.ndjson
filter string(FIELDS.kind) = "commit" and string(FIELDS.commit.operation) = "create" and string(FIELDS.commit.collection) = "app.bsky.feed.post"
make_col u:string(FIELDS.did)
statsby first_post:min(BUNDLE_TIMESTAMP), group_by(u)
sort asc(first_post)
limit 3
make_col first_post:int64(first_post)
--- window
2024-11-21T00:00:00Z 2024-11-22T00:00:00Z
--- plan
sort first_post, u
  project u first_post first_post=int64(first_post)
    top limit 3 by first_post, u
      aggregate group=[u=string(FIELDS.did)] first_post=min(ts)
        scan bluesky [ts, string(FIELDS.did), string(FIELDS.kind), string(FIELDS.commit.operation), string(FIELDS.commit.collection)] where (string(FIELDS.kind) = "commit") and (string(FIELDS.commit.operation) = "create") and (string(FIELDS.commit.collection) = "app.bsky.feed.post")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.ts AS v0, s.c48d21ace7e27 AS v13, s.cb535e4e4fe91 AS v14, s.cee96f84ede86 AS v15, s.c3c974f4dd1cf AS v16 FROM opalite_segments(['bluesky-0-0.parquet']) AS s) WHERE (v14 = $1) AND (v15 = $2) AND (v16 = $3)),
     t1 AS NOT MATERIALIZED (SELECT v13 AS v8, min(v0) AS v9 FROM t0 GROUP BY 1),
     t2 AS NOT MATERIALIZED (SELECT * FROM t1 ORDER BY v9 ASC NULLS LAST, v8 ASC NULLS LAST LIMIT 3),
     t3 AS NOT MATERIALIZED (SELECT v8, v9, v9 AS v10 FROM t2)
SELECT v8, v10 FROM t3 ORDER BY v9 ASC NULLS LAST, v8 ASC NULLS LAST
--- rows
u,first_post
did:plc:user1,1732152266611097000
did:plc:user7,1732158130609851000
did:plc:user3,1732177921243224000
--- oracle
SELECT did, min(time_us) * 1000 AS first_post FROM input WHERE kind='commit' AND "commit".operation='create' AND "commit".collection='app.bsky.feed.post' GROUP BY 1 ORDER BY 2, 1 LIMIT 3
