# several texts: a null is neither among them nor not
--- input: fixtures/logs.ndjson
make_col x:if(level = "error", string_null(), service)
make_col among:in(x, "web", "db"), outside:not in(x, "web", "db")
statsby n:count(), group_by(x, among, outside)
sort asc(x)
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.ce8441188d4f3 AS v1, s.c7529de910b27 AS v3 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1),
     t1 AS NOT MATERIALIZED (SELECT CASE WHEN (v3 = $3) THEN CAST(NULL AS VARCHAR) ELSE v1 END AS v8 FROM t0),
     t2 AS NOT MATERIALIZED (SELECT v8, (list_contains([$4, $5], v8) AND v8 >= least($4, $5) AND v8 <= greatest($4, $5)) AS v9, (NOT (list_contains([$4, $5], v8) AND v8 >= least($4, $5) AND v8 <= greatest($4, $5))) AS v10, count(*) AS v11 FROM t1 GROUP BY 1, 2, 3)
SELECT v8, v9, v10, v11 FROM t2 ORDER BY v8 ASC NULLS LAST, v9 ASC NULLS LAST, v10 ASC NULLS LAST
--- rows
x,among,outside,n
api,false,true,1
web,true,false,3
∅,∅,∅,4
