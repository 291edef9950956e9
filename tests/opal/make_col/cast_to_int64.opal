# every type that a path can have
--- input: fixtures/mixed.ndjson
make_col id:int64(FIELDS.id), v:int64(FIELDS.v)
pick_col BUNDLE_TIMESTAMP, id, v
--- plan
project ts id=int64(FIELDS.id) v=int64(FIELDS.v)
  scan mixed [ts, int64(FIELDS.id), int64(FIELDS.v)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.ts AS v0, s.c2d18a011d2d0 AS v12, coalesce(s.c187bdf7c7c69, TRY_CAST(round(s.c20fadf7c7c19) AS BIGINT), CAST(s.c0d4adf7c7cb8 AS BIGINT), opalite_int64(s.c35b8df7c7cc7), opalite_json_int64(opalite_rest('/v', s.shape, s.rest))) AS v13 FROM opalite_segments(['mixed-0-0.parquet']) AS s),
     t1 AS NOT MATERIALIZED (SELECT v0, v12 AS v8, v13 AS v9 FROM t0)
SELECT v0, v8, v9 FROM t1
--- rows
BUNDLE_TIMESTAMP,id,v
2024-05-01T10:00:00Z,1,1
2024-05-01T10:01:00Z,2,13
2024-05-01T10:02:00Z,3,3
2024-05-01T10:03:00Z,4,1
2024-05-01T10:04:00Z,5,∅
2024-05-01T10:05:00Z,6,∅
2024-05-01T10:06:00Z,7,∅
2024-05-01T10:07:00Z,8,∅
2024-05-01T10:08:00Z,9,∅
2024-05-01T10:09:00Z,10,-7
2024-05-01T10:10:00Z,11,∅
2024-05-01T10:11:00Z,12,100
2024-05-01T10:12:00Z,13,∅
2024-05-01T10:13:00Z,14,∅
2024-05-01T10:14:00Z,15,∅
2024-05-01T10:15:00Z,16,∅
