# arrays of key and value, and objects
--- input: fixtures/logs.ndjson
limit 1
make_col x:array(parse_json("[{\"k\":\"a\",\"v\":1},{\"v\":2},{\"k\":7,\"v\":{\"z\":[]}},{\"k\":\"a\",\"v\":3},5,{\"k\":\"n\"}]"))
make_col a:pivot_array(x, "k", "v"), b:pivot_array(make_array(), "k", "v"), c:pivot_array(array_null(), "k", "v"),
  d:unpivot_array(make_object(a:1), "k", "v"), e:unpivot_array(make_object(), "k", "v"), f:unpivot_array(object_null(), "k", "v"), g:unpivot_array(make_object(a:"x", b:make_array(1)), "the \"key\"", "value"),
  h:pivot_array(unpivot_array(make_object(a:1, b:"x"), "k", "v"), "k", "v")
pick_col timestamp, a, b, c, d, e, f, g, h
--- rows
timestamp,a,b,c,d,e,f,g,h
2024-05-01T10:00:05Z,{"a":3,"7":{"z":[]},"n":null},{},∅,[{"k":"a","v":1}],[],∅,[{"the \"key\"":"a","value":"x"},{"the \"key\"":"b","value":[1]}],{"a":1,"b":"x"}
