# what selectors may not be
--- input: fixtures/examples/metrics.ndjson
align 1m, a:m("cpu_usage"), b:avg(m("cpu_usage")) + any(m_object("cpu_usage")), c:tdigest_combine(m_tdigest("x")), d:5
align 1m, e:avg(m("cpu_usage"))
--- diagnostics
error: "m" must stand inside an aggregate function
 --> main:1:13
  1 | align 1m, a:m("cpu_usage"), b:avg(m("cpu_usage")) + any(m_object("cpu_usage")), c:tdigest_combine(m_tdigest("x")), d:5
    |             ^ write avg(m("cpu_usage"))
error: one expression of "align" cannot use both "m" and "m_object"
 --> main:1:57
  1 | align 1m, a:m("cpu_usage"), b:avg(m("cpu_usage")) + any(m_object("cpu_usage")), c:tdigest_combine(m_tdigest("x")), d:5
    |                                                         ^^^^^^^^
error: Selecting metric "m_tdigest" requires the "metric" interface to have a tdigestValue column
 --> main:1:99
  1 | align 1m, a:m("cpu_usage"), b:avg(m("cpu_usage")) + any(m_object("cpu_usage")), c:tdigest_combine(m_tdigest("x")), d:5
    |                                                                                                   ^^^^^^^^^
error: "align" expressions must select a metric with m("name")
 --> main:1:118
  1 | align 1m, a:m("cpu_usage"), b:avg(m("cpu_usage")) + any(m_object("cpu_usage")), c:tdigest_combine(m_tdigest("x")), d:5
    |                                                                                                                      ^
error: "align" needs a dataset with the "metric" interface
 --> main:2:1
  2 | align 1m, e:avg(m("cpu_usage"))
    | ^^^^^ write interface "metric", metric:column, value:column
