# roles have types
--- input: fixtures/runs/readings.ndjson
interface "log", log:code
--- diagnostics
error: "interface" argument 2 ("log") must be of type string, but is currently of type int64
 --> main:1:22
  1 | interface "log", log:code
    |                      ^^^^ use string(code)
