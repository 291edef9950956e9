# E13: capture over time
--- input: fixtures/examples/logs.ndjson
extract_regex body, /(?P<timestamp>[0-9-]+)/
--- error: 1:21
regex capture group 1 overwrites 'valid from' column "timestamp"
