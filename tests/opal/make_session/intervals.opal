# overlaps and short gaps join; a gap of the expiry separates
--- input: fixtures/runs/jobs.ndjson
make_session options(session_gap:20m), n:count(), jobs:string_agg(job, "+"), group_by(host)
--- rows
valid_from,valid_to,host,n,jobs
2024-05-01T09:30:00Z,2024-05-01T10:05:00Z,h2,1,f
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,h1,3,a+b+c
2024-05-01T10:30:00Z,2024-05-01T10:35:00Z,∅,1,g
2024-05-01T10:40:00Z,2024-05-01T10:40:00Z,h2,1,d
2024-05-01T10:50:00Z,∅,h1,1,e
