# a bare path is read as the type it is compared with
--- input: fixtures/raw_logs.ndjson
filter FIELDS.bytes > 50 and FIELDS.service != "db"
make_col b:int64(FIELDS.bytes)
pick_col BUNDLE_TIMESTAMP, b
--- plan
project ts b=int64(FIELDS.bytes)
  scan raw_logs [ts, int64(FIELDS.bytes), string(FIELDS.service)] where (int64(FIELDS.bytes) > 50) and (string(FIELDS.service) != "db")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.ts AS v0, s.c87bde29ed83e AS v11, s.ce8441188d4f3 AS v12 FROM opalite_segments(['raw_logs-0-0.parquet']) AS s) WHERE (v11 > $1) AND (v12 <> $2)),
     t1 AS NOT MATERIALIZED (SELECT v0, v11 AS v8 FROM t0)
SELECT v0, v8 FROM t1
--- rows
BUNDLE_TIMESTAMP,b
2024-05-01T10:00:05Z,120
2024-05-01T10:01:10Z,80
2024-05-01T10:12:30Z,60
