# E14: no named group
--- input: fixtures/examples/logs.ndjson
extract_regex body, /user=([a-z]+)/
--- error: 1:21
"extract_regex" needs at least one named capture group (?P<name>...)
