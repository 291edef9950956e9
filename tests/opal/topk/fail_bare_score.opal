# a score is an aggregate
--- input: fixtures/runs/readings.ndjson
topk 1, value, group_by(host)
--- diagnostics
error: "topk": column "value" is neither an aggregate nor part of group_by
 --> main:1:9
  1 | topk 1, value, group_by(host)
    |         ^^^^^ write any(value), or add it to group_by
