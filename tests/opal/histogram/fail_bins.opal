# bins are counted from one
--- input: fixtures/runs/readings.ndjson
histogram options(bins:0), value
--- diagnostics
error: option "bins" must be greater than zero
 --> main:1:24
  1 | histogram options(bins:0), value
    |                        ^
