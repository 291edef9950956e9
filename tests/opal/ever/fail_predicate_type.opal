# a predicate is a bool
--- input: fixtures/runs/readings.ndjson
set_primary_key host
ever value
--- diagnostics
error: "ever" argument 1 ("predicate") must be of type bool, but is currently of type float64
 --> main:2:6
  2 | ever value
    |      ^^^^^ use bool(value)
