# json
--- input: fixtures/logs.ndjson
limit 1
make_col a:parse_json("{\"a\": [1, {\"b\": null}]}"), b:parse_json("{"), c:is_json_null(parse_json("null")), d:parse_json("null") = parse_json("null"), e:object_keys(attrs), f:get_field(attrs, "code"), g:get_field(attrs, "nope")
pick_col timestamp, a, b, c, d, e, f, g
--- rows
timestamp,a,b,c,d,e,f,g
2024-05-01T10:00:05Z,{"a":[1,{"b":null}]},∅,true,true,["user","code"],"200",∅
