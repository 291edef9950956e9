# lengths are not negative
--- input: fixtures/runs/readings.ndjson
make_col done:case(code = 1, timestamp + 15m, code = 2, timestamp - 1m, code = 3, timestamp + 2h)
make_interval options(max_time_diff:-1s), done
--- diagnostics
error: option "max_time_diff" must not be negative
 --> main:2:37
  2 | make_interval options(max_time_diff:-1s), done
    |                                     ^^^
