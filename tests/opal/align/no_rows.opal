# nothing selected
--- input: fixtures/examples/metrics.ndjson
align 20m, cpu:avg(m("nope"))
--- rows
valid_from,valid_to,host,service,cpu,_c_bucket
