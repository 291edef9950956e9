# path exists
--- input: fixtures/logs.ndjson
make_col a:path_exists(attrs, "user.id"), b:path_exists(attrs, "user")
pick_col timestamp, a, b
--- rows
timestamp,a,b
2024-05-01T10:00:05Z,true,true
2024-05-01T10:01:10Z,true,true
2024-05-01T10:01:20Z,false,false
2024-05-01T10:07:00Z,true,true
2024-05-01T10:12:30Z,false,true
2024-05-01T10:31:00Z,false,false
2024-05-01T10:31:01Z,false,false
2024-05-01T10:45:00Z,true,true
