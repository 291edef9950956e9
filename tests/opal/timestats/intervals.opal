# time is cut at every start and end; equal neighbours are one, gaps are no rows; rows without length count nowhere
--- input: fixtures/runs/jobs.ndjson
timestats n:count(), load:sum(load), group_by(host)
--- rows
valid_from,valid_to,host,n,load
2024-05-01T09:30:00Z,2024-05-01T10:05:00Z,h2,1,5
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,h1,1,1
2024-05-01T10:05:00Z,2024-05-01T10:10:00Z,h1,2,3
2024-05-01T10:10:00Z,2024-05-01T10:30:00Z,h1,1,2
2024-05-01T10:30:00Z,2024-05-01T10:35:00Z,∅,1,7
2024-05-01T10:50:00Z,∅,h1,1,∅
