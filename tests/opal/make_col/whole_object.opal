# FIELDS is put together again, keys in order
--- input: fixtures/mixed.ndjson
filter int64(FIELDS.id) = 16
pick_col BUNDLE_TIMESTAMP, FIELDS, EXTRA
--- plan
scan mixed [ts, FIELDS, EXTRA, int64(FIELDS.id)] where (int64(FIELDS.id) = 16)
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.ts AS v0, opalite_object('', '/id:i
/o.d d/:s
/o.d d/x~1y:s
/timestamp:i
/v:a
/v:b
/v:d
/v:i
/v:s
/v/a:i
/v/b:s
', s.shape, s.rest, s.c2d18a011d2d0, s.c113f76772c9f, s.cddc06ce0c5c5, s.cba960f2ef2c4, s.c9e9adf7c7ce8, s.c0d4adf7c7cb8, s.c20fadf7c7c19, s.c187bdf7c7c69, s.c35b8df7c7cc7, s.cd9e44266bb5d, s.c6e340547bbe4) AS v2, opalite_object('', '/path:s
', s.extra_shape, CAST(NULL AS VARCHAR), s.cd0029e32d477) AS v3, s.c2d18a011d2d0 AS v10 FROM opalite_segments(['mixed-0-0.parquet']) AS s) WHERE (v10 = $1))
SELECT v0, v2, v3 FROM t0
--- rows
BUNDLE_TIMESTAMP,FIELDS,EXTRA
2024-05-01T10:15:00Z,{"id":16,"v":"Ünïcode \"q\" \n","o.d d":{"x/y":"slash","":"empty"},"timestamp":1714558500000000000},{"path":"/mixed"}
