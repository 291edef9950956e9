# search
--- input: fixtures/logs.ndjson
limit 1
make_col a:search(body, "cart", "GET"),
  b:search(body, "cart", "nope")
pick_col timestamp, a, b
--- rows
timestamp,a,b
2024-05-01T10:00:05Z,true,false
