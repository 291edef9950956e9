# the condition is needed
--- input: fixtures/runs/lines.ndjson
merge_events n:count()
--- diagnostics
error: "merge_events" parameter "matchFirstRow" has no matching argument
 --> main:1:1
  1 | merge_events n:count()
    | ^^^^^^^^^^^^
