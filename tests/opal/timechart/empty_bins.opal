# every bin for every group seen
--- input: fixtures/logs.ndjson
timechart options(empty_bins:true), 30m, n:count(), group_by(service)
--- plan
project _c_valid_from=((_c_bucket * 1800000000000) + 0) _c_valid_to=((_c_bucket * 1800000000000) + 1800000000000) string(FIELDS.service) n _c_bucket
  fill_bins _c_bucket group=[string(FIELDS.service)]
    aggregate group=[_c_bucket=plan.bucket(int64(FIELDS.timestamp), 1800000000000, 0, 1), string(FIELDS.service)] n=count()
      scan logs [int64(FIELDS.timestamp), string(FIELDS.service)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.cba960f2ef2c4 AS v0, s.ce8441188d4f3 AS v1 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1),
     t1 AS NOT MATERIALIZED (SELECT (v0 // 1800000000000) AS v11, v1, count(*) AS v8 FROM t0 GROUP BY 1, 2),
     t2 AS MATERIALIZED (SELECT * FROM t1),
     t3 AS NOT MATERIALIZED (SELECT b.bin AS v11, k.v1 AS v1, g.v8 AS v8 FROM (SELECT unnest(range(CAST(952532 AS BIGINT), CAST(952534 AS BIGINT))) AS bin) AS b CROSS JOIN (SELECT DISTINCT v1 FROM t2) AS k LEFT JOIN t2 AS g ON g.v11 = b.bin AND g.v1 IS NOT DISTINCT FROM k.v1),
     t4 AS NOT MATERIALIZED (SELECT ((v11 * $3) + $4) AS v9, ((v11 * $3) + $3) AS v10, v1, v8, v11 FROM t3)
SELECT v9, v10, v1, v8, v11 FROM t4
--- rows
_c_valid_from,_c_valid_to,service,n,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,api,1,952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,db,1,952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,web,3,952532
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,api,2,952533
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,db,∅,952533
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,web,1,952533
