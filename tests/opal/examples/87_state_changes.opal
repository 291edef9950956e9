# State changes as events
--- input: fixtures/examples/pods.ndjson
make_event
pick_col valid_from, pod, phase
--- rows
valid_from,pod,phase
2024-05-01T10:02:00Z,web-1,Running
2024-05-01T10:10:00Z,job-9,Running
2024-05-01T10:31:00Z,api-1,Failed
2024-05-01T10:40:00Z,web-1,Running
