# percent escapes as in ECMAScript
--- input: fixtures/logs.ndjson
limit 1
make_col a:encode_uri("2^3 = 8;"),
  b:encode_uri_component("2^3 = 8;"),
  c:encode_uri("https://h/ä?x=1&y=[2]#_~"),
  d:encode_uri_component("https://h/ä?x=1&y=[2]#_~"),
  e:decode_uri("%32%3D"),
  f:decode_uri_component("%3D"),
  g:decode_uri_component("%C3%A4%20b"),
  h:decode_uri_component("%C3"),
  i:decode_uri("100%"),
  j:decode_uri_component("%zz"),
  k:decode_uri("%C3%A4%2F%41"),
  l:encode_uri(string_null()),
  m:decode_uri_component(string_null())
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m
2024-05-01T10:00:05Z,2%5E3%20=%208;,2%5E3%20%3D%208%3B,https://h/%C3%A4?x=1&y=%5B2%5D#_~,https%3A%2F%2Fh%2F%C3%A4%3Fx%3D1%26y%3D%5B2%5D%23_~,2%3D,=,ä b,∅,∅,∅,ä%2FA,∅,∅
