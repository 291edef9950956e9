# the values that become columns are listed
--- input: fixtures/runs/pairs.ndjson
pivot kind, value
--- diagnostics
error: "pivot" parameter "name_value" has no matching argument
 --> main:1:1
  1 | pivot kind, value
    | ^^^^^ list the values of the first column that become columns: pivot name, value, cpu:"cpu", mem:"mem"
