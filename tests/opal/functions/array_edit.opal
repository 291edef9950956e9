# arrays made from others
--- input: fixtures/logs.ndjson
limit 1
make_col a:make_array_range(2, 5), b:make_array_range(5, 5), c:make_array_range(5, 2), d:make_array_range(0, 1000001), e:make_array_range(int64_null(), 3), e2:make_array_range(-1, 2)
make_col f:prepend_item(make_array(1), 0), g:prepend_item(make_array(), "x"), h:prepend_item(array_null(), 1), i:prepend_item(make_array(1), string_null()),
  j:insert_item(make_array(1, 3), 1, 2), k:insert_item(make_array(1, 2), -1, "x"), l:insert_item(make_array(1), 3, true), m:insert_item(make_array(1), -9, 0), n:insert_item(make_array(1), 1000001, 0), o:insert_item(make_array(1), 0, int64_null()), p:insert_item(make_array(1), int64_null(), 1)
make_col q:slice_array(make_array(1, 2, 3), 0, 2), r:slice_array(make_array(1, 2, 3), -2, 3), s:slice_array(make_array(1, 2, 3), 1, -1), t:slice_array(make_array(1, 2, 3), 2, 1), u:slice_array(make_array(1, 2), 0, 99), v:slice_array(array_null(), 0, 1)
pick_col timestamp, a, b, c, d, e, e2, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v
--- rows
timestamp,a,b,c,d,e,e2,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v
2024-05-01T10:00:05Z,[2,3,4],[],[],∅,∅,[-1,0,1],[0,1],["x"],∅,[null,1],[1,2,3],[1,"x",2],[1,null,null,true],[0,1],∅,[null,1],∅,[1,2],[2,3],[2],[],[1,2],∅
