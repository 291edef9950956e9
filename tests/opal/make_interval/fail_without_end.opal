# an Event needs an end
--- input: fixtures/runs/readings.ndjson
make_interval
--- diagnostics
error: "make_interval" parameter "validTo" has no matching argument
 --> main:1:1
  1 | make_interval
    | ^^^^^^^^^^^^^
