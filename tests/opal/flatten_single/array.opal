# elements have numbers
--- input: fixtures/examples/owners.ndjson
filter service = "web"
make_col o:parse_json("[10,[20],{\"k\":30}]")
pick_col o
flatten_single o
--- rows
_c_o_path,_c_o_value
[0],10
[1],[20]
[2],{"k":30}
