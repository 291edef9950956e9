# E43: ever without key
--- input: fixtures/examples/logs.ndjson
ever level = "error"
--- error: 1:1
"ever" needs a Resource dataset or a dataset with a primary key
