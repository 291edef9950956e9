# filter keeps the rows for which the predicate is true
--- input: fixtures/logs.ndjson
filter level = "error"
pick_col timestamp, service
--- plan
scan logs [int64(FIELDS.timestamp), string(FIELDS.service), string(FIELDS.level)] where (string(FIELDS.level) = "error")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.c4c09d3070d90 AS v0, s.cef1809694884 AS v1, s.ccb6bb019232d AS v3 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.c4c09d3070d90 >= $2 AND s.c4c09d3070d90 < $1) WHERE (v3 = $3))
SELECT v0, v1 FROM t0
--- rows
timestamp,service
2024-05-01T10:01:10Z,web
2024-05-01T10:01:20Z,db
2024-05-01T10:31:00Z,api
2024-05-01T10:31:01Z,api
