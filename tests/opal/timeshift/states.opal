# both times of a state move; an open end stays open
--- input: fixtures/pods.ndjson
timeshift 15m
pick_col valid_from, valid_to, pod_uid, phase
--- rows
valid_from,valid_to,pod_uid,phase
2024-05-01T09:15:00Z,2024-05-01T10:46:00Z,b2,Running
2024-05-01T10:05:00Z,2024-05-01T10:17:00Z,a1,Pending
2024-05-01T10:17:00Z,2024-05-01T10:55:00Z,a1,Running
2024-05-01T10:25:00Z,2024-05-01T10:35:00Z,c3,Running
2024-05-01T10:46:00Z,2024-05-01T11:05:00Z,b2,Failed
2024-05-01T10:55:00Z,∅,a1,Running
