# E29: group by in align
--- input: fixtures/examples/metrics.ndjson
align 1m, c:avg(m("cpu_usage")), group_by(host)
--- error: 1:34
"align" should always group by all metric tag columns, and does that implicitly
use aggregate for grouping
