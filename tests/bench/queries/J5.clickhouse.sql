SELECT d.did AS u, date_diff('microseconds', min(fromUnixTimestamp64Micro(d.time_us)), max(fromUnixTimestamp64Micro(d.time_us))) AS span_us
FROM bluesky WHERE d.kind = 'commit' AND d.commit.operation = 'create' AND d.commit.collection = 'app.bsky.feed.post' GROUP BY u ORDER BY span_us DESC, u LIMIT 3
