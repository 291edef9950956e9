# events have no end
--- input: fixtures/runs/readings.ndjson
set_valid_to
--- diagnostics
error: "set_valid_to" does not support Event kind input, name the column
 --> main:1:1
  1 | set_valid_to
    | ^^^^^^^^^^^^
