# the names are new
--- input: fixtures/runs/pairs.ndjson
unpivot "host", "x", kind, value
--- diagnostics
error: attempting to overwrite existing column "host"
 --> main:1:9
  1 | unpivot "host", "x", kind, value
    |         ^^^^^^ name both columns: unpivot "stat", "v", …
