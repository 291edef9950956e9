# rows per minute and type
--- input: fixtures/bluesky.ndjson
make_col event:string(FIELDS.commit.collection)
timechart 1m, n:count(), group_by(event)
make_col t:int64(_c_valid_from)
make_col minute:int_div(t, 60000000000)
statsby n:sum(n), group_by(event, minute)
--- window
2024-11-21T00:00:00Z 2024-11-22T00:00:00Z
--- plan
aggregate group=[event, minute=int_div(int64(((_c_bucket * 60000000000) + 0)), 60000000000)] n=sum(n)
  aggregate group=[_c_bucket=plan.bucket(ts, 60000000000, 0, 1), event=string(FIELDS.commit.collection)] n=count()
    scan bluesky [ts, string(FIELDS.commit.collection)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.ts AS v0, s.c3c974f4dd1cf AS v18 FROM opalite_segments(['bluesky-0-0.parquet']) AS s),
     t1 AS NOT MATERIALIZED (SELECT (v0 // 60000000000) AS v12, v18 AS v8, count(*) AS v9 FROM t0 GROUP BY 1, 2),
     t2 AS NOT MATERIALIZED (SELECT v8, (((v12 * $1) + $2) // nullif($1, 0)) AS v14, CAST(sum(v9) AS BIGINT) AS v15 FROM t1 GROUP BY 1, 2)
SELECT v8, v14, v15 FROM t2
--- rows
event,minute,n
app.bsky.actor.profile,28869338,1
app.bsky.actor.profile,28869375,1
app.bsky.actor.profile,28869448,1
app.bsky.actor.profile,28869473,1
app.bsky.actor.profile,28869497,1
app.bsky.actor.profile,28869534,1
app.bsky.actor.profile,28869766,1
app.bsky.actor.profile,28869778,1
app.bsky.feed.like,28869192,1
app.bsky.feed.like,28869228,1
app.bsky.feed.like,28869277,1
app.bsky.feed.like,28869363,1
app.bsky.feed.like,28869387,1
app.bsky.feed.like,28869460,1
app.bsky.feed.like,28869570,1
app.bsky.feed.like,28869583,1
app.bsky.feed.like,28869595,1
app.bsky.feed.like,28869705,1
app.bsky.feed.like,28869754,1
app.bsky.feed.like,28869790,1
app.bsky.feed.like,28869803,1
app.bsky.feed.like,28869839,1
app.bsky.feed.post,28869204,1
app.bsky.feed.post,28869216,1
app.bsky.feed.post,28869302,1
app.bsky.feed.post,28869314,1
app.bsky.feed.post,28869485,1
app.bsky.feed.post,28869632,1
app.bsky.feed.post,28869644,1
app.bsky.feed.post,28869668,1
app.bsky.feed.post,28869693,1
app.bsky.feed.post,28869741,1
app.bsky.feed.post,28869815,1
app.bsky.feed.post,28869827,1
app.bsky.feed.post,28869888,1
app.bsky.feed.repost,28869265,1
app.bsky.feed.repost,28869289,1
app.bsky.feed.repost,28869351,1
app.bsky.feed.repost,28869412,1
app.bsky.feed.repost,28869436,1
app.bsky.feed.repost,28869509,1
app.bsky.feed.repost,28869522,1
app.bsky.feed.repost,28869546,1
app.bsky.feed.repost,28869619,1
app.bsky.feed.repost,28869656,1
app.bsky.feed.repost,28869729,1
app.bsky.feed.repost,28869851,1
app.bsky.feed.repost,28869864,1
app.bsky.feed.repost,28869900,1
app.bsky.graph.follow,28869180,1
app.bsky.graph.follow,28869253,1
app.bsky.graph.follow,28869326,1
app.bsky.graph.follow,28869424,1
app.bsky.graph.follow,28869607,1
app.bsky.graph.follow,28869680,1
∅,28869241,1
∅,28869399,1
∅,28869558,1
∅,28869717,1
∅,28869876,1
--- oracle
SELECT "commit".collection, time_us // 60000000 AS minute, count(*) FROM input GROUP BY 1, 2
