# a column is flattened
--- input: fixtures/runs/readings.ndjson
flatten parse_json("{}")
--- diagnostics
error: "flatten" takes names of columns here
 --> main:1:9
  1 | flatten parse_json("{}")
    |         ^^^^^^^^^^^^^^^^
