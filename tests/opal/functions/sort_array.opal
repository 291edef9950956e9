# elements in order; null, false, true, numbers, texts, arrays, objects
--- input: fixtures/logs.ndjson
limit 1
make_col x:array(parse_json("[\"b\", 10, 9.5, null, true, \"a\", {\"k\":1}, [2], false]"))
make_col a:sort_array(make_array(2, 1)), b:sort_array(make_array(2, 10, 1), desc()), c:sort_array(x), d:sort_array(x, desc()), e:sort_array(x, nullsfirst(asc())), f:sort_array(x, nullslast(desc())), g:sort_array(array_null()), h:sort_array(make_array()), i:sort_array(make_array(9007199254740993, 9007199254740992))
pick_col timestamp, a, b, c, d, e, f, g, h, i
--- rows
timestamp,a,b,c,d,e,f,g,h,i
2024-05-01T10:00:05Z,[1,2],[10,2,1],[false,true,9.5,10,"a","b",[2],{"k":1},null],[null,{"k":1},[2],"b","a",10,9.5,true,false],[null,false,true,9.5,10,"a","b",[2],{"k":1}],[{"k":1},[2],"b","a",10,9.5,true,false,null],∅,[],[9007199254740992,9007199254740993]
