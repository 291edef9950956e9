# the limit comes first
--- input: fixtures/logs.ndjson
limit 3
sort desc(body)
pick_col timestamp, body
--- plan
sort string(FIELDS.body) desc, int64(FIELDS.timestamp), bundle, idx
  scan logs [int64(FIELDS.timestamp), string(FIELDS.body), bundle, idx] limit 3 by int64(FIELDS.timestamp), bundle, idx
--- rows
timestamp,body
2024-05-01T10:01:20Z,connection refused from 10.0.3.7
2024-05-01T10:01:10Z,GET /cart 500 900ms timeout calling db
2024-05-01T10:00:05Z,GET /cart 200 12ms
