# an entity is gone when nothing was said for the expiry; a word at that very time keeps it
--- input: fixtures/runs/states.ndjson
make_resource options(expiry:5m), phase, primary_key(pod)
--- rows
valid_from,valid_to,pod,phase
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,p,Running
2024-05-01T10:05:00Z,2024-05-01T10:10:00Z,q,Down
2024-05-01T10:10:00Z,2024-05-01T10:15:00Z,p,Running
2024-05-01T10:20:00Z,2024-05-01T10:25:00Z,p,Failed
2024-05-01T10:30:00Z,2024-05-01T10:40:00Z,r,∅
2024-05-01T10:40:00Z,2024-05-01T10:45:00Z,r,Up
2024-05-01T10:50:00Z,2024-05-01T10:55:00Z,q,Down
