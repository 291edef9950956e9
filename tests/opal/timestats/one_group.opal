# pieces that end before the window do not belong to it
--- input: fixtures/runs/jobs.ndjson
timestats n:count(), group_by()
--- rows
valid_from,valid_to,n
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,2
2024-05-01T10:10:00Z,2024-05-01T10:35:00Z,1
2024-05-01T10:50:00Z,∅,1
