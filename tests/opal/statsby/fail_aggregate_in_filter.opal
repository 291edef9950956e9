# aggregates only in aggregating verbs
--- input: fixtures/logs.ndjson
filter sum(bytes) > 1
--- diagnostics
error: aggregate function "sum" is not accepted in the current context
 --> main:1:8
  1 | filter sum(bytes) > 1
    |        ^^^ use it in statsby, timechart, aggregate or inside window()
