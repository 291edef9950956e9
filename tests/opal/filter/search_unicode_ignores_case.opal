# letters outside ASCII ignore case too
--- input: fixtures/mixed.ndjson
filter string(FIELDS.v) ~ "ünïcode"
make_col id:int64(FIELDS.id)
pick_col BUNDLE_TIMESTAMP, id
--- rows
BUNDLE_TIMESTAMP,id
2024-05-01T10:15:00Z,16
