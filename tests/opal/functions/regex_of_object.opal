# regex of object
--- input: fixtures/logs.ndjson
make_col m:match_regex(attrs, /u[12]/)
pick_col timestamp, m
--- rows
timestamp,m
2024-05-01T10:00:05Z,true
2024-05-01T10:01:10Z,true
2024-05-01T10:01:20Z,false
2024-05-01T10:07:00Z,true
2024-05-01T10:12:30Z,false
2024-05-01T10:31:00Z,false
2024-05-01T10:31:01Z,false
2024-05-01T10:45:00Z,false
