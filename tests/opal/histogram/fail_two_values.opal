# one value at a time
--- input: fixtures/runs/readings.ndjson
histogram value, code
--- diagnostics
error: "histogram" takes one value
 --> main:1:18
  1 | histogram value, code
    |                  ^^^^ write group_by(...) for a histogram of each group
