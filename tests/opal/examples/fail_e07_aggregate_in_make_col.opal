# E7: aggregate in make col
--- input: fixtures/examples/logs.ndjson
make_col x:sum(bytes)
--- error: 1:12
aggregate function "sum" is not accepted in the current context
use it in statsby, timechart, aggregate or inside window()
