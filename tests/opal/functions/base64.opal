# base64
--- input: fixtures/logs.ndjson
limit 1
make_col a:encode_base64("a"),
  b:decode_base64("YQ=="),
  c:decode_base64("%"),
  d:encode_base64("hello"),
  e:decode_base64("YQ")
pick_col timestamp, a, b, c, d, e
--- rows
timestamp,a,b,c,d,e
2024-05-01T10:00:05Z,YQ==,a,∅,aGVsbG8=,a
