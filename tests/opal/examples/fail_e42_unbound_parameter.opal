# E42: unbound parameter
--- input: fixtures/examples/logs.ndjson
filter array_contains($svc, service)
--- error: 1:23
reference to parameter svc: no value supplied for it
