# sizes are counted from one
--- input: fixtures/runs/lines.ndjson
merge_events true, options(max_size:0), n:count()
--- diagnostics
error: option "max_size" must be greater than zero
 --> main:1:37
  1 | merge_events true, options(max_size:0), n:count()
    |                                     ^
