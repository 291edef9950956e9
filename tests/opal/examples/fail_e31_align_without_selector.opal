# E31: align without selector
--- input: fixtures/examples/metrics.ndjson
align 1m, c:avg(value)
--- error: 1:17
"align" expressions must select a metric with m("name")
