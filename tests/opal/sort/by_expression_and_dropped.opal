# the order outlives its column
--- input: fixtures/logs.ndjson
sort strlen(body)
pick_col timestamp, service
--- plan
sort $1, int64(FIELDS.timestamp), bundle, idx
  project int64(FIELDS.timestamp) string(FIELDS.service) bundle idx $1=strlen(string(FIELDS.body))
    scan logs [int64(FIELDS.timestamp), string(FIELDS.service), string(FIELDS.body), bundle, idx]
--- rows
timestamp,service
2024-05-01T10:31:01Z,api
2024-05-01T10:07:00Z,web
2024-05-01T10:45:00Z,web
2024-05-01T10:00:05Z,web
2024-05-01T10:31:00Z,api
2024-05-01T10:01:20Z,db
2024-05-01T10:12:30Z,api
2024-05-01T10:01:10Z,web
