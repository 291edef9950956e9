# expressions over aggregates
--- input: fixtures/logs.ndjson
statsby errors:sum(if(level = "error", 1, 0)), total:count(), group_by(service)
make_col pct:round(100.0 * errors / total, 1)
sort desc(pct), service
--- plan
sort pct desc, string(FIELDS.service)
  project string(FIELDS.service) errors total pct=round(((100 * errors) / total), 1)
    aggregate group=[string(FIELDS.service)] errors=sum(if((string(FIELDS.level) = "error"), 1, 0)) total=count()
      scan logs [string(FIELDS.service), string(FIELDS.level)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.ce8441188d4f3 AS v1, s.c7529de910b27 AS v3 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1),
     t1 AS NOT MATERIALIZED (SELECT v1, CAST(sum(CASE WHEN (v3 = $5) THEN $4 ELSE $3 END) AS BIGINT) AS v8, count(*) AS v9 FROM t0 GROUP BY 1),
     t2 AS NOT MATERIALIZED (SELECT v1, v8, v9, opalite_round((($6 * v8) / nullif(v9, 0)), $4) AS v10 FROM t1)
SELECT v1, v8, v9, v10 FROM t2 ORDER BY v10 DESC NULLS FIRST, v1 ASC NULLS LAST
--- rows
service,errors,total,pct
db,1,1,100
api,2,3,66.7
web,1,4,25
