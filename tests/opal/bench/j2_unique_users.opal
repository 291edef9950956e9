# JSONBench Q2
--- input: fixtures/bluesky.ndjson
filter string(FIELDS.kind) = "commit" and string(FIELDS.commit.operation) = "create"
make_col event:string(FIELDS.commit.collection), did:string(FIELDS.did)
statsby n:count(), users:count_distinct_exact(did), group_by(event)
sort desc(n)
--- window
2024-11-21T00:00:00Z 2024-11-22T00:00:00Z
--- plan
sort n desc, event
  aggregate group=[event=string(FIELDS.commit.collection)] n=count() users=count_distinct_exact(string(FIELDS.did))
    scan bluesky [string(FIELDS.commit.collection), string(FIELDS.did), string(FIELDS.kind), string(FIELDS.commit.operation)] where (string(FIELDS.kind) = "commit") and (string(FIELDS.commit.operation) = "create")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.c3c974f4dd1cf AS v14, s.c48d21ace7e27 AS v15, s.cb535e4e4fe91 AS v16, s.cee96f84ede86 AS v17 FROM opalite_segments(['bluesky-0-0.parquet']) AS s) WHERE (v16 = $1) AND (v17 = $2)),
     t1 AS NOT MATERIALIZED (SELECT v14 AS v8, count(*) AS v10, count(DISTINCT v15) AS v11 FROM t0 GROUP BY 1)
SELECT v8, v10, v11 FROM t1 ORDER BY v10 DESC NULLS FIRST, v8 ASC NULLS LAST
--- rows
event,n,users
app.bsky.feed.like,13,6
app.bsky.feed.post,12,6
app.bsky.feed.repost,10,6
app.bsky.actor.profile,7,5
app.bsky.graph.follow,5,5
--- oracle
SELECT "commit".collection AS event, count(*) AS n, count(DISTINCT did) FROM input WHERE kind='commit' AND "commit".operation='create' GROUP BY 1 ORDER BY n DESC, event
