# states are not turned
--- input: fixtures/examples/pods.ndjson
unpivot phase, node
--- diagnostics
error: "unpivot" does not support Resource kind input, use make_event or make_table first
 --> main:1:1
  1 | unpivot phase, node
    | ^^^^^^^
