# How many pods per node over time
--- input: fixtures/examples/pods.ndjson
timestats n:count(), group_by(node)
--- rows
valid_from,valid_to,node,n
2024-05-01T09:00:00Z,2024-05-01T10:40:00Z,n2,1
2024-05-01T09:50:00Z,2024-05-01T10:10:00Z,n1,1
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,n1,2
2024-05-01T10:20:00Z,2024-05-01T10:40:00Z,n1,1
2024-05-01T10:40:00Z,2024-05-01T10:50:00Z,n2,2
2024-05-01T10:50:00Z,∅,n2,1
