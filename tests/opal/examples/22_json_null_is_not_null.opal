# JSON null is not null
--- input: fixtures/examples/logs.ndjson
filter service = "api"
make_col a:is_null(attrs.user), b:is_null(string(attrs.user.id))
pick_col timestamp, a, b
--- rows
timestamp,a,b
2024-05-01T10:12:30Z,false,true
2024-05-01T10:31:00Z,true,true
2024-05-01T10:31:01Z,true,true
