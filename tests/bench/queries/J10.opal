// export of all posts
filter string(FIELDS.commit.collection) = "app.bsky.feed.post"
make_table
pick_col time:timestamp_us(int64(FIELDS.time_us)), did:string(FIELDS.did), lang:string(FIELDS.commit.record.langs[0]), text:string(FIELDS.commit.record.text)
