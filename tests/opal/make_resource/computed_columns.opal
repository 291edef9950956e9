# columns and keys may be computed; a change in any of them begins a state
--- input: fixtures/runs/states.ndjson
make_resource options(expiry:1h), state:lower(phase), n, primary_key(key:upper(pod))
--- rows
valid_from,valid_to,key,state,n
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,P,running,2
2024-05-01T10:05:00Z,2024-05-01T10:50:00Z,Q,down,6
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,P,running,3
2024-05-01T10:20:00Z,2024-05-01T11:20:00Z,P,failed,4
2024-05-01T10:30:00Z,2024-05-01T10:35:00Z,R,∅,9
2024-05-01T10:35:00Z,2024-05-01T10:40:00Z,R,∅,10
2024-05-01T10:40:00Z,2024-05-01T11:40:00Z,R,up,11
2024-05-01T10:50:00Z,2024-05-01T11:50:00Z,Q,down,7
