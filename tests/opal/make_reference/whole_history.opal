# the window does not matter
--- input: fixtures/runs/lines.ndjson
make_reference first:min(seq), n:count(), group_by(pod)
--- window
2024-05-01T12:00:00Z 2024-05-01T13:00:00Z
--- rows
pod,first,n
p,0,10
q,10,2
∅,12,2
