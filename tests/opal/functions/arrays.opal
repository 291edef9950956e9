# arrays
--- input: fixtures/logs.ndjson
limit 1
make_col a:make_array(1, "x", string_null(), true),
  b:array_length(make_array(1, 2)),
  c:array_contains(make_array(1, "2"), 2),
  d:array_contains(make_array(1, 2.0), 2),
  e:append_item(make_array(1), 2, "x"),
  f:concat_arrays(make_array(1), make_array(), make_array(2)),
  g:get_item(make_array(7, 8), 1),
  h:get_item(make_array(7), 5),
  i:make_array(),
  j:array_length(array(parse_json("{}")))
pick_col timestamp, a, b, c, d, e, f, g, h, i, j
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j
2024-05-01T10:00:05Z,[1,"x",null,true],2,false,true,[1,2,"x"],[1,2],8,∅,[],∅
