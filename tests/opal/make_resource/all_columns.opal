# without a list every column is part of the state
--- input: fixtures/runs/states.ndjson
drop_col life, n
make_resource options(expiry:1h), primary_key(pod)
--- rows
valid_from,valid_to,pod,phase
2024-05-01T09:00:00Z,2024-05-01T10:20:00Z,p,Running
2024-05-01T10:05:00Z,2024-05-01T11:50:00Z,q,Down
2024-05-01T10:20:00Z,2024-05-01T11:20:00Z,p,Failed
2024-05-01T10:30:00Z,2024-05-01T10:40:00Z,r,∅
2024-05-01T10:40:00Z,2024-05-01T11:40:00Z,r,Up
