# E44: unterminated subquery
--- input: fixtures/examples/logs.ndjson
@a <- @ { filter level = "error"
--- error: 1:9
unterminated subquery "@a": missing "}"
