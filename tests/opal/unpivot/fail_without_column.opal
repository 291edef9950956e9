# a column is needed
--- input: fixtures/runs/pairs.ndjson
unpivot "m", "x"
--- diagnostics
error: "unpivot" parameter "column" has no matching argument
 --> main:1:1
  1 | unpivot "m", "x"
    | ^^^^^^^
