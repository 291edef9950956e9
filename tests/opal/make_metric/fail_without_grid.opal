# metrics are made of bins
--- input: fixtures/logs.ndjson
make_metric bytes
--- diagnostics
error: "make_metric" needs an input on a time grid
 --> main:1:1
  1 | make_metric bytes
    | ^^^^^^^^^^^ use align or timechart first
