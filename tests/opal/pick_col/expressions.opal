# computed columns in place
--- input: fixtures/raw_logs.ndjson
pick_col t:BUNDLE_TIMESTAMP, s:upper(string(FIELDS.service))
filter s = "DB"
--- plan
filter (s = "DB")
  project ts s=upper(string(FIELDS.service))
    scan raw_logs [ts, string(FIELDS.service)]
--- rows
t,s
2024-05-01T10:01:20Z,DB
