# the time is a column, keys are gone
--- input: fixtures/examples/pods.ndjson
make_table
statsby n:count(), first:min(valid_from)
--- rows
n,first
6,2024-05-01T09:00:00Z
