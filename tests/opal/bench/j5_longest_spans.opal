# JSONBench Q5
--- input: fixtures/bluesky.ndjson
filter string(FIELDS.kind) = "commit" and string(FIELDS.commit.operation) = "create" and string(FIELDS.commit.collection) = "app.bsky.feed.post"
make_col u:string(FIELDS.did)
statsby first:min(BUNDLE_TIMESTAMP), last:max(BUNDLE_TIMESTAMP), group_by(u)
make_col span:last - first
sort desc(span)
limit 3
pick_col u, span
--- window
2024-11-21T00:00:00Z 2024-11-22T00:00:00Z
--- plan
sort span desc, u
  top limit 3 by span desc, u
    project u span=(last - first)
      aggregate group=[u=string(FIELDS.did)] first=min(ts) last=max(ts)
        scan bluesky [ts, string(FIELDS.did), string(FIELDS.kind), string(FIELDS.commit.operation), string(FIELDS.commit.collection)] where (string(FIELDS.kind) = "commit") and (string(FIELDS.commit.operation) = "create") and (string(FIELDS.commit.collection) = "app.bsky.feed.post")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.ts AS v0, s.c48d21ace7e27 AS v14, s.cb535e4e4fe91 AS v15, s.cee96f84ede86 AS v16, s.c3c974f4dd1cf AS v17 FROM opalite_segments(['bluesky-0-0.parquet']) AS s) WHERE (v15 = $1) AND (v16 = $2) AND (v17 = $3)),
     t1 AS NOT MATERIALIZED (SELECT v14 AS v8, min(v0) AS v9, max(v0) AS v10 FROM t0 GROUP BY 1),
     t2 AS NOT MATERIALIZED (SELECT v8, (v10 - v9) AS v11 FROM t1),
     t3 AS NOT MATERIALIZED (SELECT * FROM t2 ORDER BY v11 DESC NULLS FIRST, v8 ASC NULLS LAST LIMIT 3)
SELECT v8, v11 FROM t3 ORDER BY v11 DESC NULLS FIRST, v8 ASC NULLS LAST
--- rows
u,span
did:plc:user3,15393607707000
did:plc:user6,9528429688000
did:plc:user1,6597135605000
--- oracle
SELECT did, (max(time_us) - min(time_us)) * 1000 AS span FROM input WHERE kind='commit' AND "commit".operation='create' AND "commit".collection='app.bsky.feed.post' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3
