SELECT d.commit.collection AS event, toHour(fromUnixTimestamp64Micro(d.time_us, 'UTC')) AS h, count() AS n FROM bluesky
WHERE d.kind = 'commit' AND d.commit.operation = 'create' AND d.commit.collection IN ['app.bsky.feed.post', 'app.bsky.feed.repost', 'app.bsky.feed.like'] GROUP BY event, h ORDER BY h, event
