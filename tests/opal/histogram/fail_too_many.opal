# bins have a bound
--- input: fixtures/runs/readings.ndjson
histogram options(bins:10001), value
--- diagnostics
error: option "bins" must be at most 10000, got 10001
 --> main:1:24
  1 | histogram options(bins:10001), value
    |                        ^^^^^
