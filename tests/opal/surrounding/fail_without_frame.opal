# how near is near
--- input: fixtures/runs/readings.ndjson
surrounding @readings
--- diagnostics
error: "surrounding" parameter "frame" has no matching argument
 --> main:1:1
  1 | surrounding @readings
    | ^^^^^^^^^^^ write surrounding frame(back:2s, ahead:2s), @other
