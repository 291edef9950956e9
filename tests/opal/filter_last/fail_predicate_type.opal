# a predicate is a bool
--- input: fixtures/runs/hosts.ndjson
filter_last os
--- diagnostics
error: "filter_last" argument 1 ("predicate") must be of type bool, but is currently of type string
 --> main:1:13
  1 | filter_last os
    |             ^^ use bool(os)
