# each bin looks back, also before the window
--- input: fixtures/logs.ndjson
timechart 30m, frame(back:1h), n:count(), group_by(service)
--- window
2024-05-01T10:30:00Z 2024-05-01T11:00:00Z
--- plan
project _c_valid_from=((_c_bucket * 1800000000000) + 0) _c_valid_to=((_c_bucket * 1800000000000) + 1800000000000) string(FIELDS.service) n _c_bucket
  aggregate group=[_c_bucket, string(FIELDS.service)] n=count()
    spread_bins _c_bucket size=1800000000000ns back=3600000000000ns ahead=0ns
      scan logs [int64(FIELDS.timestamp), string(FIELDS.service)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.cba960f2ef2c4 AS v0, s.ce8441188d4f3 AS v1 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1),
     t1 AS NOT MATERIALIZED (SELECT *, unnest(range(greatest(((v0 + -1800000000000) // 1800000000000 - CAST((v0 + -1800000000000) % 1800000000000 < 0 AS BIGINT)) + 1, CAST(952533 AS BIGINT)), least(((v0 + 1800000000000) // 1800000000000 - CAST((v0 + 1800000000000) % 1800000000000 < 0 AS BIGINT)) + 1, CAST(952534 AS BIGINT)))) AS v11 FROM t0),
     t2 AS NOT MATERIALIZED (SELECT v11, v1, count(*) AS v8 FROM t1 GROUP BY 1, 2),
     t3 AS NOT MATERIALIZED (SELECT ((v11 * $3) + $4) AS v9, ((v11 * $3) + $3) AS v10, v1, v8, v11 FROM t2)
SELECT v9, v10, v1, v8, v11 FROM t3
--- rows
_c_valid_from,_c_valid_to,service,n,_c_bucket
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,api,3,952533
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,db,1,952533
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,web,4,952533
