# buckets of equal width
--- input: fixtures/logs.ndjson
limit 1
make_col a:width_bucket(5, 0, 10, 2), b:width_bucket(4.99, 0, 10, 2), c:width_bucket(-1, 0, 10, 2), d:width_bucket(10, 0, 10, 2), e:width_bucket(0, 0, 10, 2),
  f:width_bucket(1, 0, 10, 0), g:width_bucket(1, 10, 0, 5), h:width_bucket(float64_null(), 0, 10, 2), i:width_bucket(9.999, 0, 10, 4)
pick_col timestamp, a, b, c, d, e, f, g, h, i
--- rows
timestamp,a,b,c,d,e,f,g,h,i
2024-05-01T10:00:05Z,2,1,0,3,1,∅,∅,∅,4
