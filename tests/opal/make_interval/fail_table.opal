# a Table needs two
--- input: fixtures/runs/readings.ndjson
make_table
make_interval timestamp
--- diagnostics
error: "make_interval" parameter "validTo" has no matching argument
 --> main:2:1
  2 | make_interval timestamp
    | ^^^^^^^^^^^^^
