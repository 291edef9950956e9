# an entity has several events
--- input: fixtures/examples/pods.ndjson
make_event
statsby n:count()
--- rows
n
4
