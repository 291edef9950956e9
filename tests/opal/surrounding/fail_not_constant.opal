# marks are constants
--- input: fixtures/runs/readings.ndjson
surrounding frame(back:1s), @readings, hit:code, host:true
--- diagnostics
error: "surrounding" column "hit" must be a constant
 --> main:1:44
  1 | surrounding frame(back:1s), @readings, hit:code, host:true
    |                                            ^^^^
error: attempting to overwrite existing column "host"
 --> main:1:50
  1 | surrounding frame(back:1s), @readings, hit:code, host:true
    |                                                  ^^^^ give the new column another name
