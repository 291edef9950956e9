# E4: double equals
--- input: fixtures/examples/logs.ndjson
filter level == "error"
--- error: 1:14
unexpected "=="
use "=" for equality
