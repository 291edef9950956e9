# tokens: words by default, or what stands between the characters of a set
--- input: fixtures/logs.ndjson
limit 1
make_col a:tokenize("a, b--Ünïcode 17!"),
  b:tokenize("a.b@c", ".@"),
  c:tokenize("", " "),
  d:tokenize(string_null()),
  e:tokenize_part("a.b@c", ".@", 3),
  f:tokenize_part("  one two"),
  g:tokenize_part("one two", " ", 3),
  h:tokenize_part("one two", "", 1),
  i:tokenize_part("", "", 1),
  j:tokenize_part("one two", " ", 0),
  k:tokenize_part("xäyäz", "ä"),
  l:tokenize_part("a b", " ", int64_null())
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l
2024-05-01T10:00:05Z,["a","b","Ünïcode","17"],["a","b","c"],[],∅,c,one,∅,one two,∅,∅,x,∅
