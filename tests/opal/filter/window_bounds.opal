# the window: start inclusive, end exclusive
--- input: fixtures/logs.ndjson
pick_col timestamp, body
--- window
2024-05-01T10:01:10Z 2024-05-01T10:31:00Z
--- rows
timestamp,body
2024-05-01T10:01:10Z,GET /cart 500 900ms timeout calling db
2024-05-01T10:01:20Z,connection refused from 10.0.3.7
2024-05-01T10:07:00Z,GET /home 200 7ms
2024-05-01T10:12:30Z,slow query took 450ms user=carol
