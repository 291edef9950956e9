# casts string
--- input: fixtures/logs.ndjson
limit 1
make_col a:string(1.5),
  b:string(100.0),
  c:string(true),
  d:string(timestamp),
  e:string(5m),
  f:string(parse_json("[1, \"x\"]")),
  g:string(parse_json("\"x\"")),
  h:string(parse_json("null")),
  i:string(1e30),
  j:string(-7)
pick_col timestamp, a, b, c, d, e, f, g, h, i, j
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j
2024-05-01T10:00:05Z,1.5,100,true,2024-05-01T10:00:05Z,300000000000,[1,"x"],x,∅,1e+30,-7
