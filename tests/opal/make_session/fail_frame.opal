# a frame is no option
--- input: fixtures/runs/lines.ndjson
make_session frame(back:1m), n:count()
--- diagnostics
error: "make_session" does not take frame(...)
 --> main:1:14
  1 | make_session frame(back:1m), n:count()
    |              ^^^^^
