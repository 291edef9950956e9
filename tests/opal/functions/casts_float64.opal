# casts float64
--- input: fixtures/logs.ndjson
limit 1
make_col a:float64("1e3"),
  b:float64(7),
  c:float64("x"),
  d:float64(1us),
  e:float64(false)
pick_col timestamp, a, b, c, d, e
--- rows
timestamp,a,b,c,d,e
2024-05-01T10:00:05Z,1000,7,∅,1000,0
