# No match leaves an existing string column alone
--- input: fixtures/examples/logs.ndjson
make_col who:"nobody"
extract_regex body, /user=(?P<who>[a-z]+)/
filter service = "api"
pick_col timestamp, who
--- rows
timestamp,who
2024-05-01T10:12:30Z,carol
2024-05-01T10:31:00Z,nobody
2024-05-01T10:31:01Z,nobody
