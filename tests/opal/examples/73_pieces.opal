# Resource against Resource: pieces
--- input: fixtures/examples/pods.ndjson
lookup on(node=@nodes.node), ver:@nodes.version
filter pod_uid = "a1"
pick_col valid_from, valid_to, pod_uid, node, ver
--- with: nodes
--- rows
valid_from,valid_to,pod_uid,node,ver
2024-05-01T09:50:00Z,2024-05-01T10:02:00Z,a1,n1,v1
2024-05-01T10:02:00Z,2024-05-01T10:30:00Z,a1,n1,v1
2024-05-01T10:30:00Z,2024-05-01T10:40:00Z,a1,n1,v2
2024-05-01T10:40:00Z,∅,a1,n2,v1
