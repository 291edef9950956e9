# no grid, no bins
--- input: fixtures/logs.ndjson
fill bytes:0
--- diagnostics
error: "fill" needs an input on a time grid
 --> main:1:1
  1 | fill bytes:0
    | ^^^^ use align or timechart first
