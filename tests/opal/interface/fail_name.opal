# the name is a constant
--- input: fixtures/runs/readings.ndjson
interface kind, log:kind
--- diagnostics
error: "interface" argument 1 ("name") must be a constant string
 --> main:1:11
  1 | interface kind, log:kind
    |           ^^^^
