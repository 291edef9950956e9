# columns are checked
--- input: fixtures/runs/readings.ndjson
set_primary_key hots
--- diagnostics
error: the field "hots" does not exist among fields [timestamp, host, kind, code, value, extra]
 --> main:1:17
  1 | set_primary_key hots
    |                 ^^^^ did you mean "host"?
