# a variant that is compared with a typed null is read as that type, which says nothing about its text
--- input: fixtures/logs.ndjson
limit 1
make_col a:ne(parse_json("[1]"), timestamp_null()), b:is_null(parse_json("\"x\"") = int64_null())
pick_col timestamp, a, b
--- rows
timestamp,a,b
2024-05-01T10:00:05Z,∅,true
