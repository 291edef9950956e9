# null, {} and [] make no rows; scalars neither
--- input: fixtures/examples/owners.ndjson
make_col o:case(service = "web", parse_json("{}"), service = "db", parse_json("[]"), service = "api", parse_json("5"))
flatten_single o
--- rows
service,team,tier,_c_o_path,_c_o_value
