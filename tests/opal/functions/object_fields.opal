# objects made from others
--- input: fixtures/logs.ndjson
limit 1
make_col o:object(parse_json("{\"a\":1,\"b\":{\"c\":null}}"))
make_col a:make_fields(o, b:2, d:"x"), b:make_fields(make_object(a:1), b:2), c:make_fields(o, a:int64_null()), d:make_fields(object_null(), a:1), e:make_fields(o, "odd key":true),
  f:pick_fields(o, "b", "zz"), g:drop_fields(o, "b", "zz"), h:pick_fields(object_null(), "a"), i:drop_fields(o, "a", "b"),
  j:merge_objects(make_object(a:1), make_object(a:2)), k:merge_objects(make_object(a:1, b:2), make_object(c:3), make_object(b:4)), l:merge_objects(o, object_null()), m:merge_objects(o),
  n:path_exists(o, concat_strings("b", ".c")), p:path_exists(o, concat_strings("b", ".d")), q:path_exists(o, string_null())
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m, n, p, q
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m,n,p,q
2024-05-01T10:00:05Z,{"a":1,"b":2,"d":"x"},{"a":1,"b":2},{"b":{"c":null}},∅,{"a":1,"b":{"c":null},"odd key":true},{"b":{"c":null}},{"a":1},∅,{},{"a":2},{"a":1,"b":4,"c":3},∅,{"a":1,"b":{"c":null}},true,false,false
