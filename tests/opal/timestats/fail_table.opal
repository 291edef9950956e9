# tables have no times
--- input: fixtures/examples/codes.ndjson
timestats n:count()
--- diagnostics
error: "timestats" does not support Table kind input, use "statsby" instead
 --> main:1:1
  1 | timestats n:count()
    | ^^^^^^^^^
