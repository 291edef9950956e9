# the result has a key, and verbs for Resources take it
--- input: fixtures/runs/states.ndjson
make_resource options(expiry:1h), phase, primary_key(pod)
never phase = "Failed"
statsby states:count()
--- rows
pod,states
q,1
r,2
