# what is wrong with JSON text
--- input: fixtures/logs.ndjson
limit 1
make_col a:check_json("{\"a\": 1}"), b:strlen(check_json("{")) > 0, c:strlen(check_json("")) > 0, d:check_json(string_null()), e:strlen(check_json("[1,]")) > 0
pick_col timestamp, a, b, c, d, e
--- rows
timestamp,a,b,c,d,e
2024-05-01T10:00:05Z,∅,true,true,∅,true
