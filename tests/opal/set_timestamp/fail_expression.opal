# a column, made before
--- input: fixtures/runs/readings.ndjson
set_timestamp timestamp - 2m
--- diagnostics
error: "set_timestamp" takes names of columns here
 --> main:1:15
  1 | set_timestamp timestamp - 2m
    |               ^^^^^^^^^^^^^^
