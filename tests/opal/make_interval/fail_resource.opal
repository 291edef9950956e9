# a Resource has both
--- input: fixtures/runs/hosts.ndjson
make_interval valid_from
--- diagnostics
error: "make_interval" takes no columns for Resource kind input
 --> main:1:15
  1 | make_interval valid_from
    |               ^^^^^^^^^^
