# the label joins the key
--- input: fixtures/pods.ndjson
timewrap 90m, 3, "period"
statsby states:count()
--- rows
pod_uid,period,states
a1,now,3
b2,90m ago,1
b2,now,2
c3,now,1
