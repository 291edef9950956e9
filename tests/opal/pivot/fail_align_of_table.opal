# bins need times
--- input: fixtures/runs/pairs.ndjson
pivot options(align:1m), kind, value, "cpu"
--- diagnostics
error: option "align" needs a dataset with times
 --> main:1:7
  1 | pivot options(align:1m), kind, value, "cpu"
    |       ^^^^^^^
