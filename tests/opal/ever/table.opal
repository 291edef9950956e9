# a Table with a key has one window
--- input: fixtures/examples/owners.ndjson
ever tier = 1
pick_col service
--- rows
service
db
web
