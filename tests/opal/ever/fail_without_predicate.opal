# a predicate is needed
--- input: fixtures/runs/readings.ndjson
set_primary_key host
ever frame(back:1m)
--- diagnostics
error: "ever" parameter "predicate" has no matching argument
 --> main:2:1
  2 | ever frame(back:1m)
    | ^^^^
