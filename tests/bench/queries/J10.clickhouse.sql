SELECT fromUnixTimestamp64Micro(d.time_us, 'UTC') AS time, d.did AS did, d.commit.record.langs[1] AS lang, d.commit.record.text AS text FROM bluesky WHERE d.commit.collection = 'app.bsky.feed.post'
