# options are checked
--- input: fixtures/runs/lines.ndjson
merge_events true, options(max_gap:1s), n:count()
--- diagnostics
error: unknown option "max_gap" for "merge_events" (known: max_size, max_interval, passthrough)
 --> main:1:28
  1 | merge_events true, options(max_gap:1s), n:count()
    |                            ^^^^^^^
