# E18: unterminated string
--- input: fixtures/examples/logs.ndjson
filter body ~ "oops
--- error: 1:15
unterminated string literal
