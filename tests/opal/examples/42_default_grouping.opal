# Default grouping is the primary key
--- input: fixtures/examples/pods.ndjson
statsby states:count()
--- rows
pod_uid,states
a1,3
b2,2
c3,1
