# arithmetic
--- input: fixtures/logs.ndjson
limit 1
make_col a:7 / 2,
  b:7 / 0,
  c:2 * 3 + 1,
  d:-(4 - 6),
  e:5m + 30s,
  f:90s / 1m,
  g:2 * 1m,
  h:timestamp - timestamp,
  i:1h / 2
pick_col timestamp, a, b, c, d, e, f, g, h, i
--- rows
timestamp,a,b,c,d,e,f,g,h,i
2024-05-01T10:00:05Z,3.5,∅,7,2,330000000000,1.5,120000000000,0,1800000000000
