# a group that took no part is null, an empty one is empty
--- input: fixtures/logs.ndjson
extract_regex body, /(?P<verb>GET|POST)?(?P<rest>x*)/
pick_col timestamp, verb, rest
--- rows
timestamp,verb,rest
2024-05-01T10:00:05Z,GET,
2024-05-01T10:01:10Z,GET,
2024-05-01T10:01:20Z,∅,
2024-05-01T10:07:00Z,GET,
2024-05-01T10:12:30Z,∅,
2024-05-01T10:31:00Z,∅,
2024-05-01T10:31:01Z,∅,
2024-05-01T10:45:00Z,GET,
