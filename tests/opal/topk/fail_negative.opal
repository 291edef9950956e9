# not less than none
--- input: fixtures/runs/readings.ndjson
topk -1, max(value)
--- diagnostics
error: "topk" argument 1 must not be negative
 --> main:1:6
  1 | topk -1, max(value)
    |      ^^
