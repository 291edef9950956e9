# concat strings
--- input: fixtures/logs.ndjson
limit 1
make_col a:concat_strings("a", string_null(), "b"),
  b:concat_strings(string_null())
pick_col timestamp, a, b
--- rows
timestamp,a,b
2024-05-01T10:00:05Z,ab,
