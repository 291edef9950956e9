# the cast picks the typed column: a plain comparison
--- input: fixtures/raw_logs.ndjson
filter int64(FIELDS.bytes) >= 60 and string(FIELDS.attrs.code) = "200"
make_col b:int64(FIELDS.bytes)
pick_col BUNDLE_TIMESTAMP, b
--- plan
project ts b=int64(FIELDS.bytes)
  scan raw_logs [ts, int64(FIELDS.bytes), string(FIELDS.attrs.code)] where (int64(FIELDS.bytes) >= 60) and (string(FIELDS.attrs.code) = "200")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.ts AS v0, s.c87bde29ed83e AS v11, s.c1782502d22d7 AS v12 FROM opalite_segments(['raw_logs-0-0.parquet']) AS s) WHERE (v11 >= $1) AND (v12 = $2)),
     t1 AS NOT MATERIALIZED (SELECT v0, v11 AS v8 FROM t0)
SELECT v0, v8 FROM t1
--- rows
BUNDLE_TIMESTAMP,b
2024-05-01T10:00:05Z,120
