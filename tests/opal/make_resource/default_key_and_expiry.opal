# the key of the input and 24 hours
--- input: fixtures/runs/states.ndjson
set_primary_key pod
make_resource phase
--- rows
valid_from,valid_to,pod,phase
2024-05-01T09:00:00Z,2024-05-01T10:20:00Z,p,Running
2024-05-01T10:05:00Z,2024-05-02T10:50:00Z,q,Down
2024-05-01T10:20:00Z,2024-05-02T10:20:00Z,p,Failed
2024-05-01T10:30:00Z,2024-05-01T10:40:00Z,r,∅
2024-05-01T10:40:00Z,2024-05-02T10:40:00Z,r,Up
