# a star at one end binds the other end
--- input: fixtures/logs.ndjson
filter body ~ at*17 or body ~ *calling*db
pick_col timestamp, body
--- rows
timestamp,body
2024-05-01T10:01:10Z,GET /cart 500 900ms timeout calling db
2024-05-01T10:31:01Z,  at main.go:17
