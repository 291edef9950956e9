# nulls are last ascending, first descending
--- input: fixtures/logs.ndjson
sort desc(bytes), service
pick_col timestamp, bytes
--- plan
sort int64(FIELDS.bytes) desc, string(FIELDS.service), int64(FIELDS.timestamp), bundle, idx
  scan logs [int64(FIELDS.timestamp), string(FIELDS.service), int64(FIELDS.bytes), bundle, idx]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.cba960f2ef2c4 AS v0, s.ce8441188d4f3 AS v1, s.c87bde29ed83e AS v6, s.bundle AS v8, s.idx AS v9 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1)
SELECT v0, v6 FROM t0 ORDER BY v6 DESC NULLS FIRST, v1 ASC NULLS LAST, v0 ASC NULLS LAST, v8 ASC NULLS LAST, v9 ASC NULLS LAST
--- rows
timestamp,bytes
2024-05-01T10:01:20Z,∅
2024-05-01T10:00:05Z,120
2024-05-01T10:01:10Z,80
2024-05-01T10:12:30Z,60
2024-05-01T10:45:00Z,44
2024-05-01T10:07:00Z,40
2024-05-01T10:31:00Z,10
2024-05-01T10:31:01Z,5
