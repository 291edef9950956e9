# casts int64
--- input: fixtures/logs.ndjson
limit 1
make_col a:int64(2.6),
  b:int64("-12.5"),
  c:int64("x"),
  d:int64(true),
  e:int64(" 7 "),
  f:int64("9223372036854775807"),
  g:int64(1e300),
  h:int64(5m),
  i:int64(-2.5),
  j:int64("1e3")
pick_col timestamp, a, b, c, d, e, f, g, h, i, j
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j
2024-05-01T10:00:05Z,3,-13,∅,1,7,9223372036854775807,∅,300000000000,-3,1000
