# E12: dropping time
--- input: fixtures/examples/logs.ndjson
drop_col timestamp
--- error: 1:10
cannot drop 'valid from' column "timestamp"
use make_table to remove time
