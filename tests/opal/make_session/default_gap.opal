# an hour, and one group where there is no key
--- input: fixtures/runs/lines.ndjson
make_session n:count()
--- rows
valid_from,valid_to,n
2024-05-01T09:59:59Z,2024-05-01T10:03:00Z,14
