# a gap of the expiry still joins; what lies before the window belongs to its session
--- input: fixtures/runs/lines.ndjson
make_session options(expiry:1m), n:count(), last:max(seq), group_by(pod)
--- rows
valid_from,valid_to,pod,n,last
2024-05-01T09:59:59Z,2024-05-01T10:02:11Z,p,10,9
2024-05-01T10:02:00Z,2024-05-01T10:02:01Z,q,2,11
2024-05-01T10:03:00Z,2024-05-01T10:03:00Z,∅,2,13
