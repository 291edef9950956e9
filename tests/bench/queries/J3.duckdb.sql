SELECT {commit.collection} AS event, extract(hour FROM make_timestamp({time_us:BIGINT})) AS h, count(*) AS n FROM bluesky
WHERE {kind} = 'commit' AND {commit.operation} = 'create' AND {commit.collection} IN ('app.bsky.feed.post', 'app.bsky.feed.repost', 'app.bsky.feed.like') GROUP BY 1, 2 ORDER BY h, event
