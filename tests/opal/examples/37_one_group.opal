# One group; count ignores nulls in its argument
--- input: fixtures/examples/logs.ndjson
statsby rows:count(), with_bytes:count(bytes), total:sum(bytes), group_by()
--- rows
rows,with_bytes,total
8,7,359
