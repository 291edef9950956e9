# the source is coerced to string
--- input: fixtures/raw_logs.ndjson
extract_regex string(FIELDS.body), /(?P<n::int64>[0-9]+)ms/
filter n > 100
pick_col BUNDLE_TIMESTAMP, n
--- plan
filter (n > 100)
  project ts n=int64(plan.capture(plan.captures(string(FIELDS.body), /(?P<n>[0-9]+)ms/), 1))
    scan raw_logs [ts, string(FIELDS.body)]
--- rows
BUNDLE_TIMESTAMP,n
2024-05-01T10:01:10Z,900
2024-05-01T10:12:30Z,450
