# Entities that ever failed
--- input: fixtures/examples/pods.ndjson
ever phase = "Failed"
--- rows
valid_from,valid_to,pod_uid,pod,namespace,node,phase,restarts
2024-05-01T09:00:00Z,2024-05-01T10:31:00Z,b2,api-1,shop,n2,Running,0
2024-05-01T10:31:00Z,2024-05-01T10:50:00Z,b2,api-1,shop,n2,Failed,1
