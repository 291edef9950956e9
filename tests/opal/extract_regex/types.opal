# named groups with casts
--- input: fixtures/logs.ndjson
extract_regex body, /^(?P<verb>GET|POST) (?P<url>\S+) (?P<status::int64>[0-9]+) (?P<ms::float64>[0-9]+)ms/
filter not is_null(status)
pick_col timestamp, verb, url, status, ms
--- plan
filter not(is_null(status))
  project int64(FIELDS.timestamp) verb=plan.capture($1, 1) url=plan.capture($1, 2) status=int64(plan.capture($1, 3)) ms=float64(plan.capture($1, 4))
    project int64(FIELDS.timestamp) $1=plan.captures(string(FIELDS.body), /^(?P<verb>GET|POST) (?P<url>\S+) (?P<status>[0-9]+) (?P<ms>[0-9]+)ms/)
      scan logs [int64(FIELDS.timestamp), string(FIELDS.body)]
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT s.cba960f2ef2c4 AS v0, s.c5816b95a65e4 AS v4 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1),
     t1 AS NOT MATERIALIZED (SELECT v0, opalite_regex_captures(v4, $3) AS v14 FROM t0),
     t2 AS NOT MATERIALIZED (SELECT v0, v14[$4] AS v8, v14[$5] AS v9, opalite_int64(v14[$6]) AS v10, opalite_float64(v14[$7]) AS v11 FROM t1)
SELECT v0, v8, v9, v10, v11 FROM t2 WHERE (NOT (v10 IS NULL))
--- rows
timestamp,verb,url,status,ms
2024-05-01T10:00:05Z,GET,/cart,200,12
2024-05-01T10:01:10Z,GET,/cart,500,900
2024-05-01T10:07:00Z,GET,/home,200,7
2024-05-01T10:45:00Z,GET,/home,200,9
