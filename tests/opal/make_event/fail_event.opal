# it is one
--- input: fixtures/runs/readings.ndjson
make_event
--- diagnostics
error: "make_event" does not support Event kind input, it is one already
 --> main:1:1
  1 | make_event
    | ^^^^^^^^^^
