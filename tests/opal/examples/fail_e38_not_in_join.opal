# E38: not in join
--- input: fixtures/examples/logs.ndjson
filter service = @owners.service
--- with: owners
--- error: 1:18
"@owners.service" must be accessed with a join verb (join, leftjoin, lookup, exists, follow, ...)
