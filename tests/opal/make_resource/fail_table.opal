# tables have no times
--- input: fixtures/examples/codes.ndjson
make_resource text, primary_key(code)
--- diagnostics
error: "make_resource" does not support Table kind input, use "make_event" first
 --> main:1:1
  1 | make_resource text, primary_key(code)
    | ^^^^^^^^^^^^^
