# one score
--- input: fixtures/runs/readings.ndjson
topk 1, max(value), min(value)
--- diagnostics
error: "topk" takes a count, a score and group_by(...)
 --> main:1:21
  1 | topk 1, max(value), min(value)
    |                     ^^^^^^^^^^
