# quantiles and shares of sketches
--- input: fixtures/sketches.ndjson
make_col a:histogram_quantile(digest, 0.5), b:tdigest_quantile(digest, 0.5), c:histogram_quantile(latency, 0.4), d:histogram_quantile(latency, 1), e:histogram_quantile(latency, 0), f:histogram_quantile(size, 0.5), g:histogram_quantile(size, 0), h:histogram_quantile(size, 1),
  i:histogram_fraction(latency, 1, 5), j:histogram_fraction(digest, 1, 9), k:histogram_fraction(size, 1, 2), l:histogram_fraction(latency, 5, 1), m:histogram_fraction(latency, 0, float64_null()), n:histogram_fraction(digest, 2, 4)
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m, n
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m,n
2024-05-01T10:00:05Z,2,2,1,5,0,2,1.5,6,0.5,1,0.5,∅,∅,0.09523809523809523
2024-05-01T10:01:05Z,4,4,0.8,5,0,0,-3,8,0.5,1,0,∅,∅,1
2024-05-01T10:02:05Z,∅,∅,1.4000000000000004,5,0,∅,∅,∅,0.6666666666666666,∅,∅,∅,∅,∅
2024-05-01T10:03:05Z,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅
