# a frame goes by time
--- input: fixtures/examples/logs.ndjson
make_col a:window(sum(bytes), order_by(level), frame(back:1m))
--- diagnostics
error: a frame goes by time: order_by must be timestamp
 --> main:1:48
  1 | make_col a:window(sum(bytes), order_by(level), frame(back:1m))
    |                                                ^^^^^ leave order_by out
