# a later filter does not change which rows were first
--- input: fixtures/logs.ndjson
limit 3
filter service = "web"
pick_col timestamp, service
--- plan
filter (string(FIELDS.service) = "web")
  scan logs [int64(FIELDS.timestamp), string(FIELDS.service), bundle, idx] limit 3 by int64(FIELDS.timestamp), bundle, idx
--- rows
timestamp,service
2024-05-01T10:00:05Z,web
2024-05-01T10:01:10Z,web
