# the first part of a path
--- input: fixtures/http.ndjson
extract_regex path, /^\/(?P<area>[^\/]+)/
statsby n:count(), group_by(area)
--- plan
aggregate group=[area=plan.capture(plan.captures(string(FIELDS.path), /^/(?P<area>[^/]+)/), 1)] n=count()
  scan http [string(FIELDS.path)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.c6f1c3227ffb7 AS v2 FROM opalite_segments(['http-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1),
     t1 AS NOT MATERIALIZED (SELECT opalite_regex_captures(v2, $3)[$4] AS v7, count(*) AS v8 FROM t0 GROUP BY 1)
SELECT v7, v8 FROM t1
--- rows
area,n
cart,2
home,2
nope,1
pay,1
--- oracle
SELECT regexp_extract(path, '^/([^/]+)', 1), count(*) FROM input GROUP BY 1
