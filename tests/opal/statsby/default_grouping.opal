# without group_by the primary key groups
--- input: fixtures/pods.ndjson
statsby states:count()
--- plan
aggregate group=[string(FIELDS.pod_uid)] states=count()
  scan pods [string(FIELDS.pod_uid)]
--- rows
pod_uid,states
a1,3
b2,2
c3,1
