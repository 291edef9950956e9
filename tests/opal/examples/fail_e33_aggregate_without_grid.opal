# E33: aggregate without grid
--- input: fixtures/examples/logs.ndjson
aggregate n:sum(bytes), group_by(service)
--- error: 1:1
"aggregate" needs an input on a time grid
use align or timechart first, or statsby
