# dots, slashes and empty keys
--- input: fixtures/mixed.ndjson
filter int64(FIELDS.id) = 16
make_col a:string(FIELDS."o.d d"."x/y"), b:string(FIELDS."o.d d"[""])
pick_col BUNDLE_TIMESTAMP, a, b
--- rows
BUNDLE_TIMESTAMP,a,b
2024-05-01T10:15:00Z,slash,empty
