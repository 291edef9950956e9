# FIELDS is searched as its JSON text
--- input: fixtures/raw_logs.ndjson
filter FIELDS ~ <carol "slow query">
make_col s:string(FIELDS.service)
pick_col BUNDLE_TIMESTAMP, s
--- plan
project ts s=string(FIELDS.service)
  scan raw_logs [ts, string(FIELDS.service), string(FIELDS)] where (string(FIELDS) ~ <carol><slow query>)
--- rows
BUNDLE_TIMESTAMP,s
2024-05-01T10:12:30Z,api
