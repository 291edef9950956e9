# E6: argument type
--- input: fixtures/examples/logs.ndjson
make_col n:lower(bytes)
--- error: 1:18
"lower" argument 1 ("str") must be of type string, but is currently of type int64
use string(bytes)
