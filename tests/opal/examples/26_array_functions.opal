# Array functions
--- input: fixtures/examples/logs.ndjson
filter array_contains(array(attrs.tags), "slow")
make_col n:array_length(array(attrs.tags)), joined:array_to_string(array(attrs.tags), "+")
pick_col timestamp, n, joined
--- rows
timestamp,n,joined
2024-05-01T10:12:30Z,2,slow+db
