# one second less than the gap; a session whose last event is the first moment of the window belongs to it
--- input: fixtures/runs/lines.ndjson
make_session options(expiry:59s), n:count(), group_by(pod)
--- rows
valid_from,valid_to,pod,n
2024-05-01T09:59:59Z,2024-05-01T10:00:00Z,p,2
2024-05-01T10:01:00Z,2024-05-01T10:01:00Z,p,1
2024-05-01T10:02:00Z,2024-05-01T10:02:01Z,q,2
2024-05-01T10:02:00Z,2024-05-01T10:02:11Z,p,7
2024-05-01T10:03:00Z,2024-05-01T10:03:00Z,∅,2
