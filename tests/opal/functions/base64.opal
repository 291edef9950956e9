# base64
--- input: fixtures/logs.ndjson
limit 1
make_col a:encode_base64("a"),
  b:decode_base64("YQ=="),
  c:decode_base64("%"),
  d:encode_base64("hello"),
  e:decode_base64("YQ"),
  f:encode_base64("??>ü", true),
  g:encode_base64("??>ü"),
  h:decode_base64("Pz8-w7w=", true),
  i:decode_base64("Pz8-w7w", true, true),
  j:decode_base64("_z==", true),
  k:decode_base64("YQ=", false, true),
  l:decode_base64(string_null()),
  m:encode_base64(string_null(), true)
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m
2024-05-01T10:00:05Z,YQ==,a,∅,aGVsbG8=,∅,Pz8-w7w=,Pz8+w7w=,??>ü,??>ü,∅,a,∅,∅
