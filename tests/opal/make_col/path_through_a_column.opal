# a path over a column made from a path is one path
--- input: fixtures/raw_logs.ndjson
make_col a:FIELDS.attrs
make_col u:a.user
filter string(u.id) = "u1"
make_col id:string(u.id)
pick_col BUNDLE_TIMESTAMP, id
--- plan
project ts id=string(FIELDS.attrs.user.id)
  scan raw_logs [ts, string(FIELDS.attrs.user.id)] where (string(FIELDS.attrs.user.id) = "u1")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.ts AS v0, s.c724db17d39a9 AS v13 FROM opalite_segments(['raw_logs-0-0.parquet']) AS s) WHERE (v13 = $1)),
     t1 AS NOT MATERIALIZED (SELECT v0, v13 AS v10 FROM t0)
SELECT v0, v10 FROM t1
--- rows
BUNDLE_TIMESTAMP,id
2024-05-01T10:00:05Z,u1
2024-05-01T10:07:00Z,u1
