# a lifetime is a duration
--- input: fixtures/runs/states.ndjson
make_resource phase, primary_key(pod), valid_for(n)
--- diagnostics
error: "valid_for" argument 1 ("duration") must be of type duration, but is currently of type int64
 --> main:1:50
  1 | make_resource phase, primary_key(pod), valid_for(n)
    |                                                  ^ use duration(n)
