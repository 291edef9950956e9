# posts as they are
--- input: fixtures/bluesky.ndjson
filter string(FIELDS.commit.collection) = "app.bsky.feed.post"
pick_col BUNDLE_TIMESTAMP, did:string(FIELDS.did), lang:string(FIELDS.commit.record.langs[0]), text:string(FIELDS.commit.record.text)
--- window
2024-11-21T00:00:00Z 2024-11-22T00:00:00Z
--- plan
project ts did=string(FIELDS.did) lang=string(array(FIELDS.commit.record.langs)[0]) text=string(FIELDS.commit.record.text)
  scan bluesky [ts, string(FIELDS.did), array(FIELDS.commit.record.langs), string(FIELDS.commit.record.text), string(FIELDS.commit.collection)] where (string(FIELDS.commit.collection) = "app.bsky.feed.post")
--- sql
WITH t0 AS NOT MATERIALIZED (SELECT * FROM (SELECT s.ts AS v0, s.c48d21ace7e27 AS v13, s.ceef040d4a741 AS v14, s.c276dea250b40 AS v15, s.c3c974f4dd1cf AS v16 FROM opalite_segments(['bluesky-0-0.parquet']) AS s) WHERE (v16 = $1)),
     t1 AS NOT MATERIALIZED (SELECT v0, v13 AS v8, opalite_json_string(opalite_json_get(v14, '[0]')) AS v9, v15 AS v10 FROM t0)
SELECT v0, v8, v9, v10 FROM t1
--- rows
BUNDLE_TIMESTAMP,did,lang,text
2024-11-21T01:24:26.611097Z,did:plc:user1,ja,hello Bluesky
2024-11-21T01:36:39.438485Z,did:plc:user1,ja,x
2024-11-21T03:02:10.609851Z,did:plc:user7,∅,hello Bluesky
2024-11-21T03:14:23.746702Z,did:plc:user1,ja,nothing here
2024-11-21T06:05:25.696414Z,did:plc:user1,∅,∅
2024-11-21T08:32:01.243224Z,did:plc:user3,en,x
2024-11-21T08:44:14.275509Z,did:plc:user3,∅,日本語 bluesky
2024-11-21T09:08:40.724035Z,did:plc:user6,ja,x
2024-11-21T09:33:06.504913Z,did:plc:user4,en,hello Bluesky
2024-11-21T10:21:58.106393Z,did:plc:user3,∅,nothing here
2024-11-21T11:35:16.869117Z,did:plc:user2,ja,x
2024-11-21T11:47:29.153723Z,did:plc:user6,∅,BLUESKY is blue
2024-11-21T12:48:34.850931Z,did:plc:user3,en,nothing here
