# E8: duplicate name
--- input: fixtures/examples/logs.ndjson
statsby n:count(), n:sum(bytes), group_by(service)
--- error: 1:20
"statsby" cannot create column "n" more than once
