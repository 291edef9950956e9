# no rows, no pieces
--- input: fixtures/runs/jobs.ndjson
filter false
timestats n:count(), group_by()
--- rows
valid_from,valid_to,n
