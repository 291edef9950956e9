# without a key one group
--- input: fixtures/examples/spans.ndjson
unset_keys
statsby n:count()
--- rows
n
4
