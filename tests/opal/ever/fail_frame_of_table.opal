# a frame needs times
--- input: fixtures/examples/owners.ndjson
ever tier = 1, frame(back:1m)
--- diagnostics
error: frame(...) needs a dataset with times
 --> main:1:16
  1 | ever tier = 1, frame(back:1m)
    |                ^^^^^
