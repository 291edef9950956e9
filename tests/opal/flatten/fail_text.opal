# text is no tree
--- input: fixtures/runs/readings.ndjson
flatten kind
--- diagnostics
error: "flatten" argument 1 ("column") must be of type object, array or variant, but is currently of type string
 --> main:1:9
  1 | flatten kind
    |         ^^^^ make a column of parse_json(kind) first
