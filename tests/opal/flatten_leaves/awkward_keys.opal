# keys that are no words are quoted
--- input: fixtures/examples/owners.ndjson
filter service = "web"
make_col o:parse_json("{\"x.y\":1,\"a b\":{\"z\":[2]},\"\":3}")
pick_col o
flatten_leaves o
--- rows
_c_o_path,_c_o_value
[""],3
["x.y"],1
a b.z[0],2
