# E30: selector outside align
--- input: fixtures/examples/metrics.ndjson
make_col c:m("cpu_usage")
--- error: 1:12
Please only use metric selection function "m" in "align" verb
