# not for Resources
--- input: fixtures/pods.ndjson
limit 1
--- diagnostics
error: "limit" does not support Resource kind input, use "topk" instead
 --> main:1:1
  1 | limit 1
    | ^^^^^
