// the three first posters
filter string(FIELDS.kind) = "commit" and string(FIELDS.commit.operation) = "create" and string(FIELDS.commit.collection) = "app.bsky.feed.post"
make_col u:string(FIELDS.did), time:timestamp_us(int64(FIELDS.time_us))
statsby first_post:min(time), group_by(u)
sort asc(first_post), u
limit 3
