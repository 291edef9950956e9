# Intervals count in every bin they touch
--- input: fixtures/examples/pods.ndjson
filter namespace = "shop"
timechart 30m, n:count_distinct_exact(pod_uid), group_by(node)
--- rows
_c_valid_from,_c_valid_to,node,n,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,n1,1,952532
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,n2,1,952532
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,n1,1,952533
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,n2,2,952533
