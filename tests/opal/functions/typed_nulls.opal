# typed nulls
--- input: fixtures/logs.ndjson
limit 1
make_col a:int64_null(),
  b:float64_null(),
  c:string_null(),
  d:timestamp_null(),
  e:duration_null(),
  f:object_null(),
  g:array_null(),
  h:variant_null(),
  i:bool_null(),
  j:numeric_null(),
  k:tdigest_null(),
  l:histogram_null(),
  m:exponential_histogram_null()
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m
2024-05-01T10:00:05Z,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅,∅
