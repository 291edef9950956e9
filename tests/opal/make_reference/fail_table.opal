# tables have no history
--- input: fixtures/examples/codes.ndjson
make_reference n:count()
--- diagnostics
error: "make_reference" does not support Table kind input, use "statsby" instead
 --> main:1:1
  1 | make_reference n:count()
    | ^^^^^^^^^^^^^^
