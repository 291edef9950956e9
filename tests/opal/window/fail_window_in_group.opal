# a window is a value for each row, not a group
--- input: fixtures/examples/logs.ndjson
statsby n:count(), group_by(r:window(row_number()))
--- diagnostics
error: "window" is not accepted in the current context
 --> main:1:31
  1 | statsby n:count(), group_by(r:window(row_number()))
    |                               ^^^^^^ compute it with make_col first
