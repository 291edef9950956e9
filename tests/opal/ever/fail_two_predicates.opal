# one predicate
--- input: fixtures/runs/readings.ndjson
set_primary_key host
ever value > 1, value < 2
--- diagnostics
error: "ever" takes one predicate and frame(...)
 --> main:2:17
  2 | ever value > 1, value < 2
    |                 ^^^^^^^^^ combine predicates with "and"
