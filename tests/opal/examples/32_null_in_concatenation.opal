# Null as empty string in concatenation
--- input: fixtures/examples/logs.ndjson
filter service = "api"
make_col tag:concat_strings(host, "/", trace_id)
pick_col timestamp, tag
--- rows
timestamp,tag
2024-05-01T10:12:30Z,h2/
2024-05-01T10:31:00Z,h2/t4
2024-05-01T10:31:01Z,h2/t4
