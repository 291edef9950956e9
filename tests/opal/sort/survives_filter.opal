# filters keep the order
--- input: fixtures/logs.ndjson
sort body
filter service = "web"
pick_col timestamp, body
--- plan
sort string(FIELDS.body), int64(FIELDS.timestamp), bundle, idx
  scan logs [int64(FIELDS.timestamp), string(FIELDS.service), string(FIELDS.body), bundle, idx] where (string(FIELDS.service) = "web")
--- rows
timestamp,body
2024-05-01T10:00:05Z,GET /cart 200 12ms
2024-05-01T10:01:10Z,GET /cart 500 900ms timeout calling db
2024-05-01T10:07:00Z,GET /home 200 7ms
2024-05-01T10:45:00Z,GET /home 200 9ms
