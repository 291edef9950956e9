# a Resource has a key
--- input: fixtures/runs/hosts.ndjson
unset_keys
--- diagnostics
error: "unset_keys" does not support Resource kind input, use make_event or make_interval first
 --> main:1:1
  1 | unset_keys
    | ^^^^^^^^^^
