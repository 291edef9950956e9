# empty objects and lists are leaves; what types look like
--- input: fixtures/examples/owners.ndjson
filter service = "web"
make_col o:parse_json("{\"s\":\"x\",\"f\":1.5,\"t\":true,\"n\":null,\"e\":{},\"l\":[]}")
pick_col o
flatten_leaves o, true
--- rows
_c_o_path,_c_o_value,_c_o_type
e,{},object
f,1.5,float64
l,[],array
n,null,null
s,"x",string
t,true,bool
