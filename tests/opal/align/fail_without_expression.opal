# something must be aligned
--- input: fixtures/examples/metrics.ndjson
align 1m
--- diagnostics
error: "align" parameter "name:expression" has no matching argument
 --> main:1:1
  1 | align 1m
    | ^^^^^
