# a word in a text
--- input: fixtures/bluesky.ndjson
filter FIELDS.commit.record.text ~ "bluesky"
statsby n:count()
--- window
2024-11-21T00:00:00Z 2024-11-22T00:00:00Z
--- plan
aggregate group=[] n=count()
  scan bluesky [string(FIELDS.commit.record.text)] where (string(FIELDS.commit.record.text) ~ <bluesky>)
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.c276dea250b40 AS v11 FROM opalite_segments(['bluesky-0-0.parquet']) AS s) WHERE opalite_search(v11, $1)),
     t1 AS NOT MATERIALIZED (SELECT count(*) AS v8 FROM t0)
SELECT v8 FROM t1
--- rows
n
5
--- oracle
SELECT count(*) FROM input WHERE "commit".record.text ILIKE '%bluesky%'
