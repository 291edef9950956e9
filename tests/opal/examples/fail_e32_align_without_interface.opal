# E32: align without interface
--- input: fixtures/examples/logs.ndjson
align 1m, c:avg(m("cpu_usage"))
--- error: 1:1
"align" needs a dataset with the "metric" interface
