# a Table has no time
--- input: fixtures/owners.ndjson
filter tier = 1
sort service
--- window
1999-01-01T00:00:00Z 1999-01-02T00:00:00Z
--- plan
sort string(FIELDS.service), bundle, idx
  scan owners [string(FIELDS.service), string(FIELDS.team), int64(FIELDS.tier), bundle, idx] where (int64(FIELDS.tier) = 1)
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.ce8441188d4f3 AS v0, s.c8aab687e9dfe AS v1, s.cb3553364b731 AS v2, s.bundle AS v3, s.idx AS v4 FROM opalite_segments(['owners-0-0.parquet']) AS s) WHERE (v2 = $1))
SELECT v0, v1, v2 FROM t0 ORDER BY v0 ASC NULLS LAST, v3 ASC NULLS LAST, v4 ASC NULLS LAST
--- rows
service,team,tier
db,storage,1
web,frontend,1
