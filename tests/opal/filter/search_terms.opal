# terms are found in any order, ignoring case; negated ones must be absent
--- input: fixtures/logs.ndjson
filter body ~ <get -500>
pick_col timestamp, body
--- rows
timestamp,body
2024-05-01T10:00:05Z,GET /cart 200 12ms
2024-05-01T10:07:00Z,GET /home 200 7ms
2024-05-01T10:45:00Z,GET /home 200 9ms
