# a bare path is JSON text; JSON null is not null
--- input: fixtures/mixed.ndjson
make_col id:int64(FIELDS.id), v:FIELDS.v
pick_col BUNDLE_TIMESTAMP, id, v
--- plan
project ts id=int64(FIELDS.id) v=FIELDS.v
  scan mixed [ts, int64(FIELDS.id), FIELDS.v]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.ts AS v0, s.c2d18a011d2d0 AS v12, opalite_object('/v', '/v:a
/v:b
/v:d
/v:i
/v:s
/v/a:i
/v/b:s
', s.shape, s.rest, s.c9e9adf7c7ce8, s.c0d4adf7c7cb8, s.c20fadf7c7c19, s.c187bdf7c7c69, s.c35b8df7c7cc7, s.cd9e44266bb5d, s.c6e340547bbe4) AS v13 FROM opalite_segments(['mixed-0-0.parquet']) AS s),
     t1 AS NOT MATERIALIZED (SELECT v0, v12 AS v8, v13 AS v9 FROM t0)
SELECT v0, v8, v9 FROM t1
--- rows
BUNDLE_TIMESTAMP,id,v
2024-05-01T10:00:00Z,1,1
2024-05-01T10:01:00Z,2,"12.6"
2024-05-01T10:02:00Z,3,2.5
2024-05-01T10:03:00Z,4,true
2024-05-01T10:04:00Z,5,null
2024-05-01T10:05:00Z,6,∅
2024-05-01T10:06:00Z,7,{"a":1,"b":"x"}
2024-05-01T10:07:00Z,8,[1,"two",null,{"k":[7]}]
2024-05-01T10:08:00Z,9,"on"
2024-05-01T10:09:00Z,10,-7
2024-05-01T10:10:00Z,11,9223372036854775808
2024-05-01T10:11:00Z,12,100.0
2024-05-01T10:12:00Z,13,{}
2024-05-01T10:13:00Z,14,"null"
2024-05-01T10:14:00Z,15,"10.0.0.1"
2024-05-01T10:15:00Z,16,"Ünïcode \"q\" \n"
