# roles that are needed
--- input: fixtures/runs/readings.ndjson
interface "log"
--- diagnostics
error: interface "log" needs a column for role "log" of type string
 --> main:1:11
  1 | interface "log"
    |           ^^^^^ write log:column
