# Entities by their last state
--- input: fixtures/examples/pods.ndjson
filter_last phase = "Running"
--- rows
valid_from,valid_to,pod_uid,pod,namespace,node,phase,restarts
2024-05-01T09:50:00Z,2024-05-01T10:02:00Z,a1,web-1,shop,n1,Pending,0
2024-05-01T10:02:00Z,2024-05-01T10:40:00Z,a1,web-1,shop,n1,Running,0
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,c3,job-9,batch,n1,Running,0
2024-05-01T10:40:00Z,∅,a1,web-1,shop,n2,Running,1
