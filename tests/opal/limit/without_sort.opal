# the oldest rows
--- input: fixtures/logs.ndjson
limit 2
pick_col timestamp, service
--- plan
scan logs [int64(FIELDS.timestamp), string(FIELDS.service), bundle, idx] limit 2 by int64(FIELDS.timestamp), bundle, idx
--- sql
WITH t0 AS NOT MATERIALIZED ((SELECT s.v0 AS v0, s.ce8441188d4f3 AS v1, s.v8 AS v8, s.v9 AS v9 FROM (SELECT * FROM (SELECT s.*, s.cba960f2ef2c4 AS v0, s.bundle AS v8, s.idx AS v9 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1) ORDER BY v0 ASC NULLS LAST, v8 ASC NULLS LAST, v9 ASC NULLS LAST LIMIT 2) AS s ORDER BY v0 ASC NULLS LAST, v8 ASC NULLS LAST, v9 ASC NULLS LAST))
SELECT v0, v1 FROM t0
--- rows
timestamp,service
2024-05-01T10:00:05Z,web
2024-05-01T10:01:10Z,web
