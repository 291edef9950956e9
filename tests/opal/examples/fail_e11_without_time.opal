# E11: without time
--- input: fixtures/examples/logs.ndjson
pick_col service, level
--- error: 1:1
need to pick 'valid from' column "timestamp"
