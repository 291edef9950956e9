# the first level only
--- input: fixtures/examples/owners.ndjson
filter service = "web"
make_col o:parse_json("{\"a\":1,\"b\":[2,{\"c\":3}]}")
pick_col o
flatten_single o
--- rows
_c_o_path,_c_o_value
a,1
b,[2,{"c":3}]
