# both names or none
--- input: fixtures/runs/pairs.ndjson
unpivot "m", kind, value
--- diagnostics
error: "unpivot" takes both names, of the name column and of the value column, or none
 --> main:1:9
  1 | unpivot "m", kind, value
    |         ^^^
