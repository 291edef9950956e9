# if case coalesce
--- input: fixtures/logs.ndjson
limit 1
make_col a:if(bool_null(), 1, 2),
  b:case(false, 1, true, 2),
  c:case(false, 1),
  d:coalesce(string_null(), "x"),
  e:if_null(int64_null(), 3),
  f:null_if(1, 1),
  g:in(1, 1, 2),
  h:in(int64_null(), 1),
  i:is_null(string_null())
pick_col timestamp, a, b, c, d, e, f, g, h, i
--- rows
timestamp,a,b,c,d,e,f,g,h,i
2024-05-01T10:00:05Z,2,2,∅,x,3,∅,true,∅,true
