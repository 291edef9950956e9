# text has no width
--- input: fixtures/runs/readings.ndjson
histogram kind
--- diagnostics
error: "histogram" argument 1 ("col") must be of type numeric, timestamp or duration, but is currently of type string
 --> main:1:11
  1 | histogram kind
    |           ^^^^
