# a value must be given for something
--- input: fixtures/logs.ndjson
timechart 10m, n:count(), group_by(service)
fill
--- diagnostics
error: "fill" parameter "column:value" has no matching argument
 --> main:2:1
  2 | fill
    | ^^^^ write fill n:0
