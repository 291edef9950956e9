# no rows
--- input: fixtures/logs.ndjson
limit 0
pick_col timestamp
--- rows
timestamp
