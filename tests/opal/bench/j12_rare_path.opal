# a path that few documents have
--- input: fixtures/bluesky.ndjson
filter not is_null(FIELDS.commit.record.reply.root.uri)
statsby n:count()
--- window
2024-11-21T00:00:00Z 2024-11-22T00:00:00Z
--- plan
aggregate group=[] n=count()
  scan bluesky [exists(FIELDS.commit.record.reply.root.uri)] where not(not(exists(FIELDS.commit.record.reply.root.uri)))
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT opalite_has('/commit/record/reply/root/uri', s.shape, CAST(NULL AS VARCHAR)) AS v11 FROM opalite_segments(['bluesky-0-0.parquet']) AS s) WHERE (NOT (NOT v11))),
     t1 AS NOT MATERIALIZED (SELECT count(*) AS v8 FROM t0)
SELECT v8 FROM t1
--- rows
n
2
--- oracle
SELECT count(*) FROM input WHERE "commit".record.reply.root.uri IS NOT NULL
