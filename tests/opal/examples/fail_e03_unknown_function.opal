# E3: unknown function
--- input: fixtures/examples/logs.ndjson
make_col n:strlength(body)
--- error: 1:12
unknown function "strlength"
did you mean "strlen"?
