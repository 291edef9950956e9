# an interval counts in every bin that it overlaps
--- input: fixtures/pods.ndjson
filter namespace = "shop"
timechart 30m, n:count_distinct_exact(pod_uid), group_by(node)
--- plan
project _c_valid_from=((_c_bucket * 1800000000000) + 0) _c_valid_to=((_c_bucket * 1800000000000) + 1800000000000) string(FIELDS.node) n _c_bucket
  aggregate group=[_c_bucket, string(FIELDS.node)] n=count_distinct_exact(string(FIELDS.pod_uid))
    spread_bins _c_bucket size=1800000000000ns
      scan pods [int64(FIELDS.valid_from), int64(FIELDS.valid_to), string(FIELDS.pod_uid), string(FIELDS.namespace), string(FIELDS.node)] where (string(FIELDS.namespace) = "shop")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.c0d64fa2ecf90 AS v0, s.c5870b10cd96f AS v1, s.c31b678c68fd9 AS v2, s.ced3b2de75415 AS v4, s.cd6e3cd6f33ca AS v5 FROM opalite_segments(['pods-0-0.parquet']) AS s WHERE s.c0d64fa2ecf90 < $1 AND coalesce(s.c5870b10cd96f, 9223372036854775807) > $2) WHERE (v4 = $3)),
     t1 AS NOT MATERIALIZED (SELECT *, unnest(range((greatest(v0, 1714557600000000000) // 1800000000000 - CAST(greatest(v0, 1714557600000000000) % 1800000000000 < 0 AS BIGINT)), (greatest(least(coalesce(v1, 1714561200000000000), 1714561200000000000) - 1, greatest(v0, 1714557600000000000)) // 1800000000000 - CAST(greatest(least(coalesce(v1, 1714561200000000000), 1714561200000000000) - 1, greatest(v0, 1714557600000000000)) % 1800000000000 < 0 AS BIGINT)) + 1)) AS v11 FROM t0),
     t2 AS NOT MATERIALIZED (SELECT v11, v5, count(DISTINCT v2) AS v8 FROM t1 GROUP BY 1, 2),
     t3 AS NOT MATERIALIZED (SELECT ((v11 * $4) + $5) AS v9, ((v11 * $4) + $4) AS v10, v5, v8, v11 FROM t2)
SELECT v9, v10, v5, v8, v11 FROM t3
--- rows
_c_valid_from,_c_valid_to,node,n,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,n1,1,952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,n2,1,952532
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,n1,1,952533
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,n2,2,952533
