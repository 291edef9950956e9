# no rows, no sessions
--- input: fixtures/runs/lines.ndjson
filter false
make_session n:count()
--- rows
valid_from,valid_to,n
