# Compute, then filter on the new column
--- input: fixtures/examples/logs.ndjson
make_col ms:int64(get_regex(body, /([0-9]+)ms/, 1))
filter ms > 100
pick_col timestamp, service, ms
--- rows
timestamp,service,ms
2024-05-01T10:01:10Z,web,900
2024-05-01T10:12:30Z,api,450
