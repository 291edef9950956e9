# Key-value text
--- input: fixtures/examples/logs.ndjson
filter body ~ "user="
make_col kv:parse_kvs(body)
make_col who:upper(string(kv.user))
pick_col timestamp, who
--- rows
timestamp,who
2024-05-01T10:12:30Z,CAROL
