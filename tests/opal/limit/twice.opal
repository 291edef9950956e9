# the smaller one
--- input: fixtures/logs.ndjson
limit 4
limit 2
pick_col timestamp, service
--- plan
top limit 2 by int64(FIELDS.timestamp), bundle, idx
  scan logs [int64(FIELDS.timestamp), string(FIELDS.service), bundle, idx] limit 4 by int64(FIELDS.timestamp), bundle, idx
--- rows
timestamp,service
2024-05-01T10:00:05Z,web
2024-05-01T10:01:10Z,web
