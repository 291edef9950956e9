# indexes count from 0; a missing element is null
--- input: fixtures/mixed.ndjson
filter int64(FIELDS.id) = 8
make_col a:string(FIELDS.v[1]), b:int64(FIELDS.v[0]), c:string(FIELDS.v[3].k[0]), d:FIELDS.v[9], e:is_null(FIELDS.v[2])
pick_col BUNDLE_TIMESTAMP, a, b, c, d, e
--- plan
project ts a=string(array(FIELDS.v)[1]) b=int64(array(FIELDS.v)[0]) c=string(array(FIELDS.v)[3].k[0]) d=array(FIELDS.v)[9] e=is_null(array(FIELDS.v)[2])
  scan mixed [ts, array(FIELDS.v), int64(FIELDS.id)] where (int64(FIELDS.id) = 8)
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.ts AS v0, coalesce(s.c9e9adf7c7ce8, opalite_json_array(opalite_rest('/v', s.shape, s.rest))) AS v15, s.c2d18a011d2d0 AS v16 FROM opalite_segments(['mixed-0-0.parquet']) AS s) WHERE (v16 = $1)),
     t1 AS NOT MATERIALIZED (SELECT v0, opalite_json_string(opalite_json_get(v15, '[1]')) AS v8, opalite_json_int64(opalite_json_get(v15, '[0]')) AS v9, opalite_json_string(opalite_json_get(v15, '[3,"k",0]')) AS v10, opalite_json_get(v15, '[9]') AS v11, (opalite_json_get(v15, '[2]') IS NULL) AS v12 FROM t0)
SELECT v0, v8, v9, v10, v11, v12 FROM t1
--- rows
BUNDLE_TIMESTAMP,a,b,c,d,e
2024-05-01T10:07:00Z,two,1,7,∅,false
