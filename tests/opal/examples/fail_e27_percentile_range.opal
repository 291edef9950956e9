# E27: percentile range
--- input: fixtures/examples/logs.ndjson
statsby n:percentile(bytes, 95), group_by(service)
--- error: 1:29
"percentile" argument 2 must be between 0 and 1
