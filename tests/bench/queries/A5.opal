// requests of users, each moment once
make_col user:string(FIELDS.user_id), ts:string(FIELDS.ts)
make_table
dedup user, ts
statsby n:count(), group_by(user)
sort desc(n), user
limit 50
