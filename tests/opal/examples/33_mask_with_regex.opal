# Mask with a regex
--- input: fixtures/examples/logs.ndjson
make_col body:replace_regex(body, /[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+/, "<ip>")
filter service = "db"
pick_col timestamp, body
--- rows
timestamp,body
2024-05-01T10:01:20Z,connection refused from <ip>
