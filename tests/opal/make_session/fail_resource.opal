# states are no sessions
--- input: fixtures/examples/pods.ndjson
make_session n:count()
--- diagnostics
error: "make_session" does not support Resource kind input, use "make_interval" first
 --> main:1:1
  1 | make_session n:count()
    | ^^^^^^^^^^^^
