# times stay where they are
--- input: fixtures/runs/readings.ndjson
pivot kind, timestamp, "cpu"
--- diagnostics
error: cannot pivot 'valid from' column "timestamp"
 --> main:1:13
  1 | pivot kind, timestamp, "cpu"
    |             ^^^^^^^^^
