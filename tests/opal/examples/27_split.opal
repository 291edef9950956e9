# Split
--- input: fixtures/examples/http.ndjson
make_col top:split_part(path, "/", 2)
pick_col timestamp, top
--- rows
timestamp,top
2024-05-01T10:00:05Z,cart
2024-05-01T10:01:10Z,cart
2024-05-01T10:07:00Z,home
2024-05-01T10:20:00Z,pay
2024-05-01T10:45:00Z,home
2024-05-01T10:46:00Z,nope
