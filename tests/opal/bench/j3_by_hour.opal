# JSONBench Q3
--- input: fixtures/bluesky.ndjson
filter string(FIELDS.kind) = "commit" and string(FIELDS.commit.operation) = "create"
make_col event:string(FIELDS.commit.collection)
filter in(event, "app.bsky.feed.post", "app.bsky.feed.repost", "app.bsky.feed.like")
make_col h:int64(format_time(BUNDLE_TIMESTAMP, "HH24"))
statsby n:count(), group_by(event, h)
sort asc(h), asc(event)
--- window
2024-11-21T00:00:00Z 2024-11-22T00:00:00Z
--- plan
sort h, event
  aggregate group=[event=string(FIELDS.commit.collection), h=int64(format_time(ts, "HH24"))] n=count()
    scan bluesky [ts, string(FIELDS.commit.collection), string(FIELDS.kind), string(FIELDS.commit.operation)] where (string(FIELDS.kind) = "commit") and (string(FIELDS.commit.operation) = "create") and in(string(FIELDS.commit.collection), "app.bsky.feed.post", "app.bsky.feed.repost", "app.bsky.feed.like")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.ts AS v0, s.c3c974f4dd1cf AS v13, s.cb535e4e4fe91 AS v14, s.cee96f84ede86 AS v15 FROM opalite_segments(['bluesky-0-0.parquet']) AS s) WHERE (v14 = $1) AND (v15 = $2) AND (list_contains([$3, $4, $5], v13) AND v13 >= least($3, $4, $5) AND v13 <= greatest($3, $4, $5))),
     t1 AS NOT MATERIALIZED (SELECT v13 AS v8, (((v0 % 86400000000000 + 86400000000000) % 86400000000000) // 3600000000000 % 24) AS v9, count(*) AS v10 FROM t0 GROUP BY 1, 2)
SELECT v8, v9, v10 FROM t1 ORDER BY v9 ASC NULLS LAST, v8 ASC NULLS LAST
--- rows
event,h,n
app.bsky.feed.like,1,2
app.bsky.feed.post,1,2
app.bsky.feed.like,2,1
app.bsky.feed.repost,2,2
app.bsky.feed.post,3,2
app.bsky.feed.like,4,2
app.bsky.feed.repost,4,1
app.bsky.feed.like,5,1
app.bsky.feed.repost,5,1
app.bsky.feed.repost,6,2
app.bsky.feed.like,7,2
app.bsky.feed.post,8,2
app.bsky.feed.repost,8,2
app.bsky.feed.like,9,1
app.bsky.feed.post,9,2
app.bsky.feed.like,10,1
app.bsky.feed.post,10,1
app.bsky.feed.repost,10,1
app.bsky.feed.like,11,3
app.bsky.feed.post,11,2
app.bsky.feed.post,12,1
app.bsky.feed.repost,12,1
--- oracle
SELECT "commit".collection AS event, extract(hour FROM make_timestamp(time_us)) AS h, count(*) FROM input WHERE kind='commit' AND "commit".operation='create' AND "commit".collection IN ('app.bsky.feed.post','app.bsky.feed.repost','app.bsky.feed.like') GROUP BY 1,2 ORDER BY h, event
