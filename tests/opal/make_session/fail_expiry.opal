# the gap is longer than nothing
--- input: fixtures/runs/lines.ndjson
make_session options(expiry:0s), n:count()
--- diagnostics
error: option "expiry" must be greater than zero
 --> main:1:29
  1 | make_session options(expiry:0s), n:count()
    |                             ^^
