# or inside the brackets
--- input: fixtures/logs.ndjson
filter body ~ <panic or refused>
pick_col timestamp, body
--- rows
timestamp,body
2024-05-01T10:01:20Z,connection refused from 10.0.3.7
2024-05-01T10:31:00Z,panic: nil pointer
