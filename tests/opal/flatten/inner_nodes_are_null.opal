# every node, inner ones without a value
--- input: fixtures/examples/owners.ndjson
filter service = "web"
make_col o:parse_json("{\"a\":1,\"b\":[2,{\"c\":3}]}")
pick_col o
flatten o
--- rows
_c_o_path,_c_o_value
a,1
b,∅
b[0],2
b[1],∅
b[1].c,3
