# topk keeps all rows of the best groups
--- input: fixtures/examples/logs.ndjson
topk 1, count(), group_by(service)
pick_col timestamp, service, _c_rank
--- rows
timestamp,service,_c_rank
2024-05-01T10:00:05Z,web,1
2024-05-01T10:01:10Z,web,1
2024-05-01T10:07:00Z,web,1
2024-05-01T10:45:00Z,web,1
