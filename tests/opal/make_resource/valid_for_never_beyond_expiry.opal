# a lifetime does not exceed the expiry
--- input: fixtures/runs/states.ndjson
filter pod = "q"
make_resource options(expiry:2m), phase, primary_key(pod), valid_for(3m)
--- rows
valid_from,valid_to,pod,phase
2024-05-01T10:05:00Z,2024-05-01T10:07:00Z,q,Down
2024-05-01T10:50:00Z,2024-05-01T10:52:00Z,q,Down
