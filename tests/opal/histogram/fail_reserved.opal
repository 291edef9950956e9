# the columns of bins have fixed names
--- input: fixtures/runs/readings.ndjson
histogram value, group_by(bin_count:host)
--- diagnostics
error: "histogram" cannot create column "bin_count" more than once
 --> main:1:27
  1 | histogram value, group_by(bin_count:host)
    |                           ^^^^^^^^^
