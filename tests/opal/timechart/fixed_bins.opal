# only bins with rows
--- input: fixtures/logs.ndjson
timechart 10m, n:count(), group_by(service)
--- plan
project _c_valid_from=((_c_bucket * 600000000000) + 0) _c_valid_to=((_c_bucket * 600000000000) + 600000000000) string(FIELDS.service) n _c_bucket
  aggregate group=[_c_bucket=plan.bucket(int64(FIELDS.timestamp), 600000000000, 0, 1), string(FIELDS.service)] n=count()
    scan logs [int64(FIELDS.timestamp), string(FIELDS.service)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.cba960f2ef2c4 AS v0, s.ce8441188d4f3 AS v1 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1),
     t1 AS NOT MATERIALIZED (SELECT (v0 // 600000000000) AS v11, v1, count(*) AS v8 FROM t0 GROUP BY 1, 2),
     t2 AS NOT MATERIALIZED (SELECT ((v11 * $3) + $4) AS v9, ((v11 * $3) + $3) AS v10, v1, v8, v11 FROM t1)
SELECT v9, v10, v1, v8, v11 FROM t2
--- rows
_c_valid_from,_c_valid_to,service,n,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,db,1,2857596
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,web,3,2857596
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,api,1,2857597
2024-05-01T10:30:00Z,2024-05-01T10:40:00Z,api,2,2857599
2024-05-01T10:40:00Z,2024-05-01T10:50:00Z,web,1,2857600
