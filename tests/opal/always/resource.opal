# states of an entity
--- input: fixtures/examples/pods.ndjson
always phase = "Running"
pick_col valid_from, valid_to, pod_uid
--- rows
valid_from,valid_to,pod_uid
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,c3
