# slowest paths
--- input: fixtures/http.ndjson
statsby p50:percentile_cont(duration_ms, 0.5), p99:percentile_cont(duration_ms, 0.99), group_by(path)
sort desc(p99)
limit 20
--- plan
sort p99 desc, string(FIELDS.path)
  top limit 20 by p99 desc, string(FIELDS.path)
    aggregate group=[string(FIELDS.path)] p50=percentile_cont(float64(FIELDS.duration_ms), 0.5) p99=percentile_cont(float64(FIELDS.duration_ms), 0.99)
      scan http [string(FIELDS.path), float64(FIELDS.duration_ms)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.c6f1c3227ffb7 AS v2, s.c5090fbb187ca AS v4 FROM opalite_segments(['http-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1),
     t1 AS NOT MATERIALIZED (SELECT v2, CAST(quantile_cont(CAST(v4 AS DOUBLE), 0.5) AS DOUBLE) AS v7, CAST(quantile_cont(CAST(v4 AS DOUBLE), 0.98999999999999999) AS DOUBLE) AS v8 FROM t0 GROUP BY 1),
     t2 AS NOT MATERIALIZED (SELECT * FROM t1 ORDER BY v8 DESC NULLS FIRST, v2 ASC NULLS LAST LIMIT 20)
SELECT v2, v7, v8 FROM t2 ORDER BY v8 DESC NULLS FIRST, v2 ASC NULLS LAST
--- rows
path,p50,p99
/pay,1500,1500
/cart,456,891.12
/home,8,8.98
/nope,3,3
--- oracle
SELECT path, quantile_cont(duration_ms, 0.5), quantile_cont(duration_ms, 0.99) AS p FROM input GROUP BY 1 ORDER BY p DESC
