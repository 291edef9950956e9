# regular expressions match anywhere
--- input: fixtures/logs.ndjson
filter body ~ /took [0-9]+ms/
pick_col timestamp, body
--- plan
scan logs [int64(FIELDS.timestamp), string(FIELDS.body)] where (string(FIELDS.body) ~ /took [0-9]+ms/)
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.cba960f2ef2c4 AS v0, s.c5816b95a65e4 AS v4 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1) WHERE opalite_regex_match(v4, $3))
SELECT v0, v4 FROM t0
--- rows
timestamp,body
2024-05-01T10:12:30Z,slow query took 450ms user=carol
