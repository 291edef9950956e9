SELECT make_timestamp({time_us:BIGINT}) AS time, {did} AS did, {commit.record.langs[0]} AS lang, {commit.record.text} AS text FROM bluesky WHERE {commit.collection} = 'app.bsky.feed.post'
