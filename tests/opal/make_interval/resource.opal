# a Resource has its times; limit takes the result
--- input: fixtures/runs/hosts.ndjson
make_interval
limit 1
pick_col valid_from, valid_to, dev
--- rows
valid_from,valid_to,dev
2024-05-01T09:00:00Z,2024-05-01T10:30:00Z,d2
