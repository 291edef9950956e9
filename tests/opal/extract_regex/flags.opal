# ignoring case
--- input: fixtures/logs.ndjson
extract_regex body, /(?P<w>PANIC)/i
filter not is_null(w)
pick_col timestamp, w
--- rows
timestamp,w
2024-05-01T10:31:00Z,panic
