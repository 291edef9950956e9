# E5: angle brackets
--- input: fixtures/examples/logs.ndjson
filter bytes <> 0
--- error: 1:14
unexpected "<>"
use "!="
