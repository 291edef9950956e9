# E37: implicit lookup without key
--- input: fixtures/examples/http.ndjson
lookup @codes
--- with: codes
--- error: 1:8
implicit lookup requires all primary key columns in the other dataset to match columns in the source dataset
missing columns from the source dataset: code
