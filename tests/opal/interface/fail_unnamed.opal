# pairs
--- input: fixtures/runs/readings.ndjson
interface "log", kind
--- diagnostics
error: "interface" needs pairs role:column
 --> main:1:18
  1 | interface "log", kind
    |                  ^^^^
