# without group_by the key of the input; several values change at different times
--- input: fixtures/examples/pods.ndjson
timestats phase:any(phase), n:count()
--- rows
valid_from,valid_to,pod_uid,phase,n
2024-05-01T09:00:00Z,2024-05-01T10:31:00Z,b2,Running,1
2024-05-01T09:50:00Z,2024-05-01T10:02:00Z,a1,Pending,1
2024-05-01T10:02:00Z,∅,a1,Running,1
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,c3,Running,1
2024-05-01T10:31:00Z,2024-05-01T10:50:00Z,b2,Failed,1
