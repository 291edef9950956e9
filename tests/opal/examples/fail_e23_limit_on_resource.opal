# E23: limit on resource
--- input: fixtures/examples/pods.ndjson
limit 10
--- error: 1:1
"limit" does not support Resource kind input, use "topk" instead
