# arrays as sets: equality knows types
--- input: fixtures/logs.ndjson
limit 1
make_col x:array(parse_json("[1, \"1\", 1.0, {\"a\":1,\"b\":2}, {\"b\":2,\"a\":1.0}, null, null]"))
make_col a:array_distinct(x), b:array_distinct(make_array(1, 1)), c:array_distinct(array_null()), c2:array_distinct(make_array()),
  d:array_max(make_array(1, 3, 2)), e:array_min(make_array(1.5, -3)), f:array_max(make_array("a", "b")), g:array_max(make_array()), h:array_min(make_array(string_null(), 2)), i:array_max(array_null()), i2:array_max(make_array(1, "x")),
  j:arrays_overlap(make_array(1), make_array(1, 2)), k:arrays_overlap(make_array("1"), make_array(1)), l:arrays_overlap(array_null(), make_array(1)), l2:arrays_overlap(make_array(), make_array()),
  m:intersect_arrays(make_array(1, 2), make_array(2)), n:intersect_arrays(make_array(1, 1, 2, 1), make_array(1, 3, 1)), o:intersect_arrays(make_array(1), make_array()), p:intersect_arrays(make_array(1), array_null()),
  q:index_of_item(make_array(7, 8), 8), r:index_of_item(make_array(7), "7"), s:index_of_item(make_array(7), int64_null()), t:index_of_item(make_array("x", make_object(k:1)), make_object(k:1))
pick_col timestamp, a, b, c, c2, d, e, f, g, h, i, i2, j, k, l, l2, m, n, o, p, q, r, s, t
--- rows
timestamp,a,b,c,c2,d,e,f,g,h,i,i2,j,k,l,l2,m,n,o,p,q,r,s,t
2024-05-01T10:00:05Z,[1,"1",{"a":1,"b":2},null],[1],∅,[],3,-3,"b",∅,2,∅,"x",true,false,∅,false,[2],[1,1],[],∅,1,∅,∅,1
