# the words must stand in one field, searchable columns are the texts
--- input: fixtures/logs.ndjson
filter <refused>
pick_col timestamp, service
--- plan
scan logs [int64(FIELDS.timestamp), string(FIELDS.service), string(FIELDS.host), string(FIELDS.level), string(FIELDS.body), object(FIELDS.attrs), string(FIELDS.trace_id)] where (string(FIELDS.service) or string(FIELDS.host) or string(FIELDS.level) or string(FIELDS.body) or string(object(FIELDS.attrs)) or string(FIELDS.trace_id) ~ <refused>)
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.cba960f2ef2c4 AS v0, s.ce8441188d4f3 AS v1, s.c3e64ddcdfeba AS v2, s.c7529de910b27 AS v3, s.c5816b95a65e4 AS v4, opalite_json_object(opalite_object('/attrs', '/attrs/code:s
/attrs/retry:i
/attrs/tags:a
/attrs/user/id:s
', s.shape, CAST(NULL AS VARCHAR), s.c1782502d22d7, s.c67b295ea6924, s.c7f218bd9ba96, s.c724db17d39a9)) AS v5, s.c28aba0077d37 AS v7 FROM opalite_segments(['logs-0-0.parquet']) AS s WHERE s.cba960f2ef2c4 >= $2 AND s.cba960f2ef2c4 < $1) WHERE (coalesce(opalite_search(v1, $3), false) OR coalesce(opalite_search(v2, $3), false) OR coalesce(opalite_search(v3, $3), false) OR coalesce(opalite_search(v4, $3), false) OR coalesce(opalite_search(v5, $3), false) OR coalesce(opalite_search(v7, $3), false)))
SELECT v0, v1 FROM t0
--- rows
timestamp,service
2024-05-01T10:01:20Z,db
