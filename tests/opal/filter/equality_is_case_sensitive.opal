# filter keeps the rows for which the predicate is true
--- input: fixtures/logs.ndjson
filter level = "error"
pick_col timestamp, service
--- plan
scan logs [int64(FIELDS.timestamp), string(FIELDS.service), string(FIELDS.level)] where (string(FIELDS.level) = "error")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.cba960f2ef2c4 AS v0, s.ce8441188d4f3 AS v1, s.c7529de910b27 AS v3 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1) WHERE (v3 = $3))
SELECT v0, v1 FROM t0
--- rows
timestamp,service
2024-05-01T10:01:10Z,web
2024-05-01T10:01:20Z,db
2024-05-01T10:31:00Z,api
2024-05-01T10:31:01Z,api
