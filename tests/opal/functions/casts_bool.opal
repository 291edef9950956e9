# casts bool
--- input: fixtures/logs.ndjson
limit 1
make_col a:bool("on"),
  b:bool("x"),
  c:bool(1),
  d:bool(0.0),
  e:bool("False")
pick_col timestamp, a, b, c, d, e
--- rows
timestamp,a,b,c,d,e
2024-05-01T10:00:05Z,true,∅,true,false,false
