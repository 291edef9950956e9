# array to string
--- input: fixtures/logs.ndjson
limit 1
make_col a:array_to_string(make_array(1, "x", 2.5), "-"),
  b:array_to_string(make_array(1, int64_null()), "-")
pick_col timestamp, a, b
--- rows
timestamp,a,b
2024-05-01T10:00:05Z,1-x-2.5,∅
