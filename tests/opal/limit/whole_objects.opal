# objects are put together for the rows that stay
--- input: fixtures/raw_logs.ndjson
limit 1
pick_col BUNDLE_TIMESTAMP, FIELDS
--- plan
scan raw_logs [ts, FIELDS, bundle, idx] limit 1 by ts, bundle, idx
--- sql
WITH t0 AS NOT MATERIALIZED ((SELECT s.v0 AS v0, opalite_object('', '/attrs/code:s
/attrs/retry:i
/attrs/tags:a
/attrs/user/id:s
/body:s
/bytes:i
/host:s
/level:s
/service:s
/timestamp:i
/trace_id:s
', s.shape, CAST(NULL AS VARCHAR), s.c1782502d22d7, s.c67b295ea6924, s.c7f218bd9ba96, s.c724db17d39a9, s.c5816b95a65e4, s.c87bde29ed83e, s.c3e64ddcdfeba, s.c7529de910b27, s.ce8441188d4f3, s.cba960f2ef2c4, s.c28aba0077d37) AS v2, s.v8 AS v8, s.v9 AS v9 FROM (SELECT * FROM (SELECT s.*, s.ts AS v0, s.bundle AS v8, s.idx AS v9 FROM opalite_segments(['raw_logs-0-0.parquet']) AS s) ORDER BY v0 ASC NULLS LAST, v8 ASC NULLS LAST, v9 ASC NULLS LAST LIMIT 1) AS s ORDER BY v0 ASC NULLS LAST, v8 ASC NULLS LAST, v9 ASC NULLS LAST))
SELECT v0, v2 FROM t0
--- rows
BUNDLE_TIMESTAMP,FIELDS
2024-05-01T10:00:05Z,{"timestamp":1714557605000000000,"service":"web","host":"h1","level":"info","body":"GET /cart 200 12ms","attrs":{"user":{"id":"u1"},"code":"200"},"bytes":120,"trace_id":"t1"}
