# a key may be one of the listed columns and comes first
--- input: fixtures/runs/states.ndjson
filter pod = "p"
make_resource options(expiry:1h), phase, id:upper(pod), primary_key(id)
--- rows
valid_from,valid_to,id,phase
2024-05-01T09:00:00Z,2024-05-01T10:20:00Z,P,Running
2024-05-01T10:20:00Z,2024-05-01T11:20:00Z,P,Failed
