# the others keep their order
--- input: fixtures/http.ndjson
drop_col path, method, client_ip
--- plan
scan http [int64(FIELDS.timestamp), int64(FIELDS.status), float64(FIELDS.duration_ms), string(FIELDS.user_id)]
--- rows
timestamp,status,duration_ms,user_id
2024-05-01T10:00:05Z,200,12,u1
2024-05-01T10:01:10Z,500,900,u2
2024-05-01T10:07:00Z,200,7,u1
2024-05-01T10:20:00Z,503,1500,u2
2024-05-01T10:45:00Z,200,9,u3
2024-05-01T10:46:00Z,404,3,∅
