# a later binding sees the earlier one, also an overwritten name
--- input: fixtures/http.ndjson
make_col sec:duration_ms / 1000, slow:sec > 0.5
make_col sec:sec * 2
pick_col timestamp, sec, slow
--- plan
project int64(FIELDS.timestamp) slow=(sec > 0.5) sec=(sec * 2)
  project int64(FIELDS.timestamp) sec=(float64(FIELDS.duration_ms) / 1000)
    scan http [int64(FIELDS.timestamp), float64(FIELDS.duration_ms)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.cba960f2ef2c4 AS v0, s.c5090fbb187ca AS v4 FROM opalite_segments(['http-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1),
     t1 AS NOT MATERIALIZED (SELECT v0, (v4 / nullif($3, 0)) AS v7 FROM t0),
     t2 AS NOT MATERIALIZED (SELECT v0, (v7 > $4) AS v8, (v7 * $5) AS v9 FROM t1)
SELECT v0, v9, v8 FROM t2
--- rows
timestamp,sec,slow
2024-05-01T10:00:05Z,0.024,false
2024-05-01T10:01:10Z,1.8,true
2024-05-01T10:07:00Z,0.014,false
2024-05-01T10:20:00Z,3,true
2024-05-01T10:45:00Z,0.018,false
2024-05-01T10:46:00Z,0.006,false
