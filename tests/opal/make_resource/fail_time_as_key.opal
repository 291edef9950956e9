# times are no keys
--- input: fixtures/runs/states.ndjson
make_resource phase, primary_key(pod, timestamp)
--- diagnostics
error: cannot use 'valid from' column "timestamp" as a key
 --> main:1:39
  1 | make_resource phase, primary_key(pod, timestamp)
    |                                       ^^^^^^^^^
