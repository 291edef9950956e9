SELECT count() AS n FROM bluesky WHERE d.commit.record.reply.root.uri.:String IS NOT NULL
