# functions of neighbours stand inside window() only
--- input: fixtures/examples/logs.ndjson
make_col a:lag(bytes, 1)
--- error: 1:12
"lag" is not accepted in the current context
use it inside window(): window(lag(…), group_by(…))
