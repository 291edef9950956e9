# t-digests from JSON: exactly three keys, pairs of mean and weight
--- input: fixtures/logs.ndjson
limit 1
make_col a:tdigest("{\"type\":\"tdigest\",\"version\":1,\"state\":[2.5,1, 1,3]}"),
  b:tdigest("{\"type\":\"tdigest\",\"version\":1,\"state\":[1,1],\"x\":1}"),
  c:tdigest("{\"type\":\"tdigest\",\"version\":2,\"state\":[1,1]}"),
  d:tdigest("{\"type\":\"tdigest\",\"version\":1,\"state\":[1]}"),
  e:tdigest(make_object(type:"tdigest", version:1, state:make_array(7, 1))),
  f:tdigest("x"), g:tdigest(string_null()), h:tdigest(parse_json("{\"type\":\"tdigest\",\"version\":1,\"state\":[1,0]}")),
  i:tdigest(parse_json("{\"version\":1.0,\"state\":[],\"type\":\"tdigest\"}"))
make_col q:tdigest_quantile(a, 0.5), r:tdigest_quantile(i, 0.5)
pick_col timestamp, a, b, c, d, e, f, g, h, i, q, r
--- rows
timestamp,a,b,c,d,e,f,g,h,i,q,r
2024-05-01T10:00:05Z,{"type":"tdigest","version":1,"state":[1,3,2.5,1]},∅,∅,∅,{"type":"tdigest","version":1,"state":[7,1]},∅,∅,∅,{"type":"tdigest","version":1,"state":[]},1.375,∅
