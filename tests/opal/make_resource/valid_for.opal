# the last event says how long the state lasts: null is the expiry, nothing or less ends the entity
--- input: fixtures/runs/states.ndjson
make_resource options(expiry:1h), phase, primary_key(pod), valid_for(life)
--- rows
valid_from,valid_to,pod,phase
2024-05-01T09:00:00Z,2024-05-01T10:20:00Z,p,Running
2024-05-01T10:05:00Z,2024-05-01T10:25:00Z,q,Down
2024-05-01T10:20:00Z,2024-05-01T11:20:00Z,p,Failed
2024-05-01T10:30:00Z,2024-05-01T10:35:00Z,r,∅
2024-05-01T10:50:00Z,2024-05-01T10:55:00Z,q,Down
