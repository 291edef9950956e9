# resolution or buckets
--- input: fixtures/examples/metrics.ndjson
rollup options(resolution:1m, buckets:3), a:metric("cpu_usage")
--- diagnostics
error: give option "resolution" or option "buckets", not both
 --> main:1:39
  1 | rollup options(resolution:1m, buckets:3), a:metric("cpu_usage")
    |                                       ^
