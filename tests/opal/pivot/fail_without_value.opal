# two columns are needed
--- input: fixtures/runs/pairs.ndjson
pivot kind
--- diagnostics
error: "pivot" parameter "value" has no matching argument
 --> main:1:1
  1 | pivot kind
    | ^^^^^
