# the flag is a constant
--- input: fixtures/runs/readings.ndjson
flatten extra, code = 1
--- diagnostics
error: "flatten" argument 2 ("suggesttypes") must be a constant
 --> main:1:16
  1 | flatten extra, code = 1
    |                ^^^^^^^^
