# JSONBench Q1
--- input: fixtures/bluesky.ndjson
make_col event:string(FIELDS.commit.collection)
statsby n:count(), group_by(event)
sort desc(n)
--- window
2024-11-21T00:00:00Z 2024-11-22T00:00:00Z
--- plan
sort n desc, event
  aggregate group=[event=string(FIELDS.commit.collection)] n=count()
    scan bluesky [string(FIELDS.commit.collection)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.c3c974f4dd1cf AS v12 FROM opalite_segments(['bluesky-0-0.parquet']) AS s),
     t1 AS NOT MATERIALIZED (SELECT v12 AS v8, count(*) AS v9 FROM t0 GROUP BY 1)
SELECT v8, v9 FROM t1 ORDER BY v9 DESC NULLS FIRST, v8 ASC NULLS LAST
--- rows
event,n
app.bsky.feed.like,14
app.bsky.feed.repost,14
app.bsky.feed.post,13
app.bsky.actor.profile,8
app.bsky.graph.follow,6
∅,5
--- oracle
SELECT "commit".collection AS event, count(*) AS n FROM input GROUP BY 1 ORDER BY n DESC NULLS FIRST, event NULLS LAST
