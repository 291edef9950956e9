# a nested path
--- input: fixtures/raw_logs.ndjson
filter not is_null(string(FIELDS.attrs.user.id))
statsby n:count(), group_by(u:string(FIELDS.attrs.user.id))
--- rows
u,n
u1,2
u2,1
u3,1
--- oracle
SELECT attrs.user.id, count(*) FROM input WHERE attrs.user.id IS NOT NULL GROUP BY 1
