# JMESPath over variants, objects and arrays
--- input: fixtures/logs.ndjson
limit 5
make_col a:get_jmespath(attrs, "user.id"), b:get_jmespath(attrs, "tags[1]"), c:get_jmespath(attrs, "keys(@)"), d:get_jmespath(attrs.tags, "join('+', @)"), e:get_jmespath(make_array(3, 1, 2), "sort(@)[::-1]"), f:get_jmespath(attrs, "sum(@)"), g:get_jmespath(variant_null(), "@"), h:get_jmespath(parse_json("[{\"a\":1},{\"a\":2,\"b\":[]}]"), "[?a > `1`].{x: a, y: b}"), i:int64(get_jmespath(make_object(k:7), "k"))
pick_col timestamp, a, b, c, d, e, f, g, h, i
--- rows
timestamp,a,b,c,d,e,f,g,h,i
2024-05-01T10:00:05Z,"u1",∅,["user","code"],∅,[3,2,1],∅,∅,[{"x":2,"y":[]}],7
2024-05-01T10:01:10Z,"u2",∅,["user","code"],∅,[3,2,1],∅,∅,[{"x":2,"y":[]}],7
2024-05-01T10:01:20Z,∅,∅,["retry"],∅,[3,2,1],∅,∅,[{"x":2,"y":[]}],7
2024-05-01T10:07:00Z,"u1",∅,["user","code"],∅,[3,2,1],∅,∅,[{"x":2,"y":[]}],7
2024-05-01T10:12:30Z,∅,"db",["user","tags"],"slow+db",[3,2,1],∅,∅,[{"x":2,"y":[]}],7
