# one label
--- input: fixtures/runs/readings.ndjson
set_label host, kind
--- diagnostics
error: "set_label" takes at most 1 argument, got 2
 --> main:1:17
  1 | set_label host, kind
    |                 ^^^^
