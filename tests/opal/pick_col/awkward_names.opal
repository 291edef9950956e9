# names differ in case and may hold anything
--- input: fixtures/http.ndjson
make_col "Δ ms":duration_ms - 10, DURATION_MS:1
filter @."Δ ms" > 0
pick_col timestamp, @."Δ ms", DURATION_MS, duration_ms
--- plan
filter (Δ ms > 0)
  project int64(FIELDS.timestamp) float64(FIELDS.duration_ms) Δ ms=(float64(FIELDS.duration_ms) - 10) DURATION_MS=1
    scan http [int64(FIELDS.timestamp), float64(FIELDS.duration_ms)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.cba960f2ef2c4 AS v0, s.c5090fbb187ca AS v4 FROM opalite_segments(['http-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1),
     t1 AS NOT MATERIALIZED (SELECT v0, v4, (v4 - $3) AS v7, $4 AS v8 FROM t0)
SELECT v0, v7, v8, v4 FROM t1 WHERE (v7 > $5)
--- rows
timestamp,Δ ms,DURATION_MS,duration_ms
2024-05-01T10:00:05Z,2,1,12
2024-05-01T10:01:10Z,890,1,900
2024-05-01T10:20:00Z,1490,1,1500
