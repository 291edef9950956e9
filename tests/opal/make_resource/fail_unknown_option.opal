# options are checked
--- input: fixtures/runs/states.ndjson
make_resource options(expire:1h), phase, primary_key(pod)
--- diagnostics
error: unknown option "expire" for "make_resource" (known: expiry)
 --> main:1:23
  1 | make_resource options(expire:1h), phase, primary_key(pod)
    |                       ^^^^^^ did you mean "expiry"?
