# always, after the example on its page of the specification
--- input: fixtures/examples/pods.ndjson
always phase = "Running"
--- rows
valid_from,valid_to,pod_uid,pod,namespace,node,phase,restarts
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,c3,job-9,batch,n1,Running,0
