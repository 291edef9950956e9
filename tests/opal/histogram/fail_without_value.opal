# a value is needed
--- input: fixtures/runs/readings.ndjson
histogram group_by(host)
--- diagnostics
error: "histogram" parameter "col" has no matching argument
 --> main:1:1
  1 | histogram group_by(host)
    | ^^^^^^^^^
