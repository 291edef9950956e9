# rows with other times are not duplicates
--- input: fixtures/logs.ndjson
dedup service
statsby n:count(), group_by()
--- rows
n
8
