# set_link, after the example on its page of the specification
--- input: fixtures/examples/pods.ndjson
set_link "Node", node:@nodes.node
lookup ^Node, zone:@nodes.zone
filter pod_uid = "c3"
pick_col valid_from, valid_to, pod_uid, zone
--- with: nodes
--- rows
valid_from,valid_to,pod_uid,zone
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,c3,z-a
