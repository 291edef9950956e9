# E21: missing argument
--- input: fixtures/examples/logs.ndjson
filter contains(body)
--- error: 1:8
"contains" parameter "expr" has no matching argument
