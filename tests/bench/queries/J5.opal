// the three longest spans of activity
filter string(FIELDS.kind) = "commit" and string(FIELDS.commit.operation) = "create" and string(FIELDS.commit.collection) = "app.bsky.feed.post"
make_col u:string(FIELDS.did), time:timestamp_us(int64(FIELDS.time_us))
statsby first:min(time), last:max(time), group_by(u)
make_col span:last - first
sort desc(span), u
limit 3
pick_col u, span_us:int_div(int64(span), 1000)
