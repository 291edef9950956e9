# without aggregates: when there was a row at all
--- input: fixtures/runs/jobs.ndjson
timestats group_by(host)
--- rows
valid_from,valid_to,host
2024-05-01T09:30:00Z,2024-05-01T10:05:00Z,h2
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,h1
2024-05-01T10:30:00Z,2024-05-01T10:35:00Z,∅
2024-05-01T10:50:00Z,∅,h1
