# the state that began last in the window keeps or drops the entity
--- input: fixtures/examples/pods.ndjson
filter_last phase = "Failed"
pick_col valid_from, valid_to, pod_uid, phase
--- rows
valid_from,valid_to,pod_uid,phase
2024-05-01T09:00:00Z,2024-05-01T10:31:00Z,b2,Running
2024-05-01T10:31:00Z,2024-05-01T10:50:00Z,b2,Failed
