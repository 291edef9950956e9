# intervals are events that last until their end; an open one until the expiry
--- input: fixtures/runs/jobs.ndjson
make_resource options(expiry:1h), job, primary_key(host)
--- rows
valid_from,valid_to,host,job
2024-05-01T09:30:00Z,2024-05-01T10:05:00Z,h2,f
2024-05-01T10:00:00Z,2024-05-01T10:05:00Z,h1,a
2024-05-01T10:05:00Z,2024-05-01T10:20:00Z,h1,b
2024-05-01T10:20:00Z,2024-05-01T10:30:00Z,h1,c
2024-05-01T10:50:00Z,2024-05-01T11:50:00Z,h1,e
