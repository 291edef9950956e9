# what every observation has
--- input: fixtures/raw_logs.ndjson
pick_col BUNDLE_TIMESTAMP, OBSERVATION_KIND, BUNDLE_ID, OBSERVATION_INDEX, DATASTREAM_ID, DATASTREAM_TOKEN_ID
limit 2
--- plan
scan raw_logs [ts, kind, bundle, idx, datastream, token, bundle, idx] limit 2 by ts, bundle, idx
--- sql
WITH t0 AS NOT MATERIALIZED ((SELECT s.v0 AS v0, s.kind AS v1, s.bundle AS v4, s.idx AS v5, s.datastream AS v6, s.token AS v7, s.v8 AS v8, s.v9 AS v9 FROM (SELECT * FROM (SELECT s.*, s.ts AS v0, s.bundle AS v8, s.idx AS v9 FROM opalite_segments(['raw_logs-0-0.parquet']) AS s) ORDER BY v0 ASC NULLS LAST, v8 ASC NULLS LAST, v9 ASC NULLS LAST LIMIT 2) AS s ORDER BY v0 ASC NULLS LAST, v8 ASC NULLS LAST, v9 ASC NULLS LAST))
SELECT v0, v1, v4, v5, v6, v7 FROM t0
--- rows
BUNDLE_TIMESTAMP,OBSERVATION_KIND,BUNDLE_ID,OBSERVATION_INDEX,DATASTREAM_ID,DATASTREAM_TOKEN_ID
2024-05-01T10:00:05Z,http,bundle-00,0,7,ds1fixture
2024-05-01T10:01:10Z,http,bundle-01,0,7,ds1fixture
