# the expiry is longer than nothing
--- input: fixtures/runs/states.ndjson
make_resource options(expiry:0s), phase, primary_key(pod)
--- diagnostics
error: option "expiry" must be greater than zero
 --> main:1:30
  1 | make_resource options(expiry:0s), phase, primary_key(pod)
    |                              ^^
