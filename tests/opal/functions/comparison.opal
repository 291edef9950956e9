# comparison
--- input: fixtures/logs.ndjson
limit 1
make_col a:eq(1, 1),
  b:ne(1, 2),
  c:lt(1, 2),
  d:lte(2, 2),
  e:gt("b", "a"),
  f:gte(1, 2),
  g:same(bytes, bytes),
  h:same(string_null(), "x"),
  i:string_null() = "x"
pick_col timestamp, a, b, c, d, e, f, g, h, i
--- rows
timestamp,a,b,c,d,e,f,g,h,i
2024-05-01T10:00:05Z,true,true,true,true,true,false,true,false,∅
