# one order
--- input: fixtures/runs/lines.ndjson
merge_events true, n:count(), order_by(seq), order_by(line)
--- diagnostics
error: "merge_events" takes order_by(...) once
 --> main:1:46
  1 | merge_events true, n:count(), order_by(seq), order_by(line)
    |                                              ^^^^^^^^
