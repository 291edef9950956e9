// by hour of the day
filter string(FIELDS.kind) = "commit" and string(FIELDS.commit.operation) = "create"
make_col event:string(FIELDS.commit.collection), time:timestamp_us(int64(FIELDS.time_us))
filter in(event, "app.bsky.feed.post", "app.bsky.feed.repost", "app.bsky.feed.like")
make_col h:int64(format_time(time, "HH24"))
statsby n:count(), group_by(event, h)
sort asc(h), asc(event)
