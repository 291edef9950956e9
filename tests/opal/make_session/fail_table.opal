# tables have no times
--- input: fixtures/examples/codes.ndjson
make_session n:count()
--- diagnostics
error: "make_session" does not support Table kind input, use "make_event" first
 --> main:1:1
  1 | make_session n:count()
    | ^^^^^^^^^^^^
