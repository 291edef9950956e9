# values and names of options
--- input: fixtures/examples/metrics.ndjson
set_metric options(type:"counter"), "cpu_usage"
set_metric options(rollup:"mean"), "cpu_usage"
set_metric options(interval:-1m), "cpu_usage"
set_metric options(color:"red"), "cpu_usage"
set_metric options(type:"gauge")
set_metric_metadata @nope
set_metric_metadata "x"
--- diagnostics
error: unknown type "counter" of a metric (known: gauge, cumulativeCounter, delta, tdigest, histogram, exponentialHistogram)
 --> main:1:25
  1 | set_metric options(type:"counter"), "cpu_usage"
    |                         ^^^^^^^^^
error: unknown rollup "mean" of a metric (known: avg, count, delta, delta_monotonic, deriv, max, min, rate, sum)
 --> main:2:27
  2 | set_metric options(rollup:"mean"), "cpu_usage"
    |                           ^^^^^^
error: option "interval" must not be negative
 --> main:3:29
  3 | set_metric options(interval:-1m), "cpu_usage"
    |                             ^^^
error: unknown option "color" for "set_metric" (known: type, unit, description, label, rollup, aggregate, interval)
 --> main:4:20
  4 | set_metric options(color:"red"), "cpu_usage"
    |                    ^^^^^
error: "set_metric" takes options(...) and the name of one metric
 --> main:5:1
  5 | set_metric options(type:"gauge")
    | ^^^^^^^^^^
error: unknown dataset "@nope"
 --> main:6:21
  6 | set_metric_metadata @nope
    |                     ^^^^^ inputs are [@metrics]
error: "set_metric_metadata" takes a dataset: @metadata
 --> main:7:21
  7 | set_metric_metadata "x"
    |                     ^^^
