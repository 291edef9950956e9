# how many
--- input: fixtures/runs/readings.ndjson
topk group_by(host)
--- diagnostics
error: "topk" parameter "k" has no matching argument
 --> main:1:1
  1 | topk group_by(host)
    | ^^^^
