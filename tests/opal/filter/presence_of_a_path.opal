# JSON null is a value, an absent key is none
--- input: fixtures/mixed.ndjson
filter not is_null(FIELDS.v)
make_col id:int64(FIELDS.id)
pick_col BUNDLE_TIMESTAMP, id
--- plan
project ts id=int64(FIELDS.id)
  scan mixed [ts, int64(FIELDS.id), exists(FIELDS.v)] where not(not(exists(FIELDS.v)))
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.ts AS v0, s.c2d18a011d2d0 AS v11, opalite_has('/v', s.shape, s.rest) AS v12 FROM opalite_segments(['mixed-0-0.parquet']) AS s) WHERE (NOT (NOT v12))),
     t1 AS NOT MATERIALIZED (SELECT v0, v11 AS v8 FROM t0)
SELECT v0, v8 FROM t1
--- rows
BUNDLE_TIMESTAMP,id
2024-05-01T10:00:00Z,1
2024-05-01T10:01:00Z,2
2024-05-01T10:02:00Z,3
2024-05-01T10:03:00Z,4
2024-05-01T10:04:00Z,5
2024-05-01T10:06:00Z,7
2024-05-01T10:07:00Z,8
2024-05-01T10:08:00Z,9
2024-05-01T10:09:00Z,10
2024-05-01T10:10:00Z,11
2024-05-01T10:11:00Z,12
2024-05-01T10:12:00Z,13
2024-05-01T10:13:00Z,14
2024-05-01T10:14:00Z,15
2024-05-01T10:15:00Z,16
