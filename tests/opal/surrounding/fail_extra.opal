# one dataset
--- input: fixtures/runs/readings.ndjson
surrounding frame(back:1s), @readings, @lines, 5
--- with: lines
--- diagnostics
error: "surrounding" takes one frame(...), one @dataset and columns: name:constant
 --> main:1:40
  1 | surrounding frame(back:1s), @readings, @lines, 5
    |                                        ^^^^^^
error: "surrounding" takes one frame(...), one @dataset and columns: name:constant
 --> main:1:48
  1 | surrounding frame(back:1s), @readings, @lines, 5
    |                                                ^
