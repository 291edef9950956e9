# E1: unknown verb
--- input: fixtures/examples/logs.ndjson
filtr level = "error"
--- error: 1:1
unknown verb "filtr"
did you mean "filter"?
