# split
--- input: fixtures/logs.ndjson
limit 1
make_col a:split("a-b", "-"),
  b:split("", "-"),
  c:split_part("a/b/c", "/", -1),
  d:split_part("a/b", "/", 0),
  e:split_part("a/b", "/", 9),
  f:string(split("x,\"y", ",")[1])
pick_col timestamp, a, b, c, d, e, f
--- rows
timestamp,a,b,c,d,e,f
2024-05-01T10:00:05Z,["a","b"],[""],c,a,,"y
