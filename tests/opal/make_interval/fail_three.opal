# not more than two
--- input: fixtures/runs/readings.ndjson
make_col done:case(code = 1, timestamp + 15m, code = 2, timestamp - 1m, code = 3, timestamp + 2h)
make_interval timestamp, done, done
--- diagnostics
error: "make_interval" takes at most 2 columns here
 --> main:2:32
  2 | make_interval timestamp, done, done
    |                                ^^^^
