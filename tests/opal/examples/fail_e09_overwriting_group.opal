# E9: overwriting group
--- input: fixtures/examples/logs.ndjson
statsby n:count(), group_by(service:lower(level))
--- error: 1:29
attempting to overwrite existing column "service"
