# times stay
--- input: fixtures/runs/readings.ndjson
unpivot timestamp, value
--- diagnostics
error: cannot unpivot 'valid from' column "timestamp"
 --> main:1:9
  1 | unpivot timestamp, value
    |         ^^^^^^^^^
