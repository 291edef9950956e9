# the option has two names, not two values
--- input: fixtures/runs/lines.ndjson
make_session options(expiry:1m, session_gap:2m), n:count()
--- diagnostics
error: give option "expiry" or "session_gap", not both
 --> main:1:14
  1 | make_session options(expiry:1m, session_gap:2m), n:count()
    |              ^^^^^^^
