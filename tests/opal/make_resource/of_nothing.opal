# no events, no states
--- input: fixtures/runs/states.ndjson
filter false
make_resource phase, primary_key(pod)
--- rows
valid_from,valid_to,pod,phase
