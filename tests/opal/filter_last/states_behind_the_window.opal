# states that begin later do not count
--- input: fixtures/examples/pods.ndjson
filter_last phase = "Failed"
pick_col valid_from, valid_to, pod_uid, phase
--- window
2024-05-01T10:00:00Z 2024-05-01T10:31:00Z
--- rows
valid_from,valid_to,pod_uid,phase
