# near to what
--- input: fixtures/runs/readings.ndjson
surrounding frame(back:1s)
--- diagnostics
error: "surrounding" parameter "source" has no matching argument
 --> main:1:1
  1 | surrounding frame(back:1s)
    | ^^^^^^^^^^^ write surrounding frame(back:2s, ahead:2s), @other
