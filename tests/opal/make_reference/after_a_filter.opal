# what stands before it sees the whole history as well
--- input: fixtures/runs/states.ndjson
filter phase = "Running"
make_reference n:count(), since:min(timestamp), group_by(pod)
filter n > 1
--- rows
pod,n,since
p,3,2024-05-01T09:00:00Z
