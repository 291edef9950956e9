# every node with its value, and its type
--- input: fixtures/examples/owners.ndjson
filter service = "web"
make_col o:parse_json("{\"a\":1,\"b\":[2,{\"c\":3}]}")
pick_col o
flatten_all o, true
--- rows
_c_o_path,_c_o_value,_c_o_type
a,1,int64
b,[2,{"c":3}],array
b[0],2,int64
b[1],{"c":3},object
b[1].c,3,int64
