# order and limit are one operator
--- input: fixtures/logs.ndjson
sort nullslast(desc(bytes))
limit 2
pick_col timestamp, bytes
--- plan
sort int64(FIELDS.bytes) desc nulls last, int64(FIELDS.timestamp), bundle, idx
  scan logs [int64(FIELDS.timestamp), int64(FIELDS.bytes), bundle, idx] limit 2 by int64(FIELDS.bytes) desc nulls last, int64(FIELDS.timestamp), bundle, idx
--- sql
WITH t0 AS NOT MATERIALIZED ((SELECT s.v0 AS v0, s.v6 AS v6, s.v8 AS v8, s.v9 AS v9 FROM (SELECT * FROM (SELECT s.*, s.cba960f2ef2c4 AS v0, s.c87bde29ed83e AS v6, s.bundle AS v8, s.idx AS v9 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1) ORDER BY v6 DESC NULLS LAST, v0 ASC NULLS LAST, v8 ASC NULLS LAST, v9 ASC NULLS LAST LIMIT 2) AS s ORDER BY v6 DESC NULLS LAST, v0 ASC NULLS LAST, v8 ASC NULLS LAST, v9 ASC NULLS LAST))
SELECT v0, v6 FROM t0 ORDER BY v6 DESC NULLS LAST, v0 ASC NULLS LAST, v8 ASC NULLS LAST, v9 ASC NULLS LAST
--- rows
timestamp,bytes
2024-05-01T10:00:05Z,120
2024-05-01T10:01:10Z,80
