# the condition is a bool
--- input: fixtures/runs/lines.ndjson
merge_events line, n:count()
--- diagnostics
error: "merge_events" argument 1 ("matchFirstRow") must be of type bool, but is currently of type string
 --> main:1:14
  1 | merge_events line, n:count()
    |              ^^^^ use bool(line)
