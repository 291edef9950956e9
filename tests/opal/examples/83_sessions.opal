# Sessions
--- input: fixtures/examples/http.ndjson
make_session options(expiry:30m), hits:count(), group_by(user_id)
--- rows
valid_from,valid_to,user_id,hits
2024-05-01T10:00:05Z,2024-05-01T10:07:00Z,u1,2
2024-05-01T10:01:10Z,2024-05-01T10:20:00Z,u2,2
2024-05-01T10:45:00Z,2024-05-01T10:45:00Z,u3,1
2024-05-01T10:46:00Z,2024-05-01T10:46:00Z,∅,1
