SELECT count(*) AS n FROM bluesky WHERE {commit.record.reply.root.uri} IS NOT NULL
