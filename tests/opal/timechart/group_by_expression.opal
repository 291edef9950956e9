# a key made on the way
--- input: fixtures/raw_logs.ndjson
timechart 30m, total:count(), err:sum(case(string(FIELDS.level) = "error", 1, true, 0)), group_by(host:string(FIELDS.host))
--- plan
project _c_valid_from=((_c_bucket * 1800000000000) + 0) _c_valid_to=((_c_bucket * 1800000000000) + 1800000000000) host total err _c_bucket
  aggregate group=[_c_bucket=plan.bucket(ts, 1800000000000, 0, 1), host=string(FIELDS.host)] total=count() err=sum(case((string(FIELDS.level) = "error"), 1, true, 0))
    scan raw_logs [ts, string(FIELDS.host), string(FIELDS.level)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.ts AS v0, s.c3e64ddcdfeba AS v16, s.c7529de910b27 AS v17 FROM opalite_segments(['raw_logs-0-0.parquet']) AS s),
     t1 AS NOT MATERIALIZED (SELECT (v0 // 1800000000000) AS v13, v16 AS v8, count(*) AS v9, CAST(sum(CASE WHEN (v17 = $2) THEN $1 WHEN true THEN $3 END) AS BIGINT) AS v10 FROM t0 GROUP BY 1, 2),
     t2 AS NOT MATERIALIZED (SELECT ((v13 * $4) + $3) AS v11, ((v13 * $4) + $4) AS v12, v8, v9, v10, v13 FROM t1)
SELECT v11, v12, v8, v9, v10, v13 FROM t2
--- rows
_c_valid_from,_c_valid_to,host,total,err,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,h1,2,1,952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,h2,2,0,952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,h3,1,1,952532
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,h1,1,0,952533
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,h2,2,2,952533
