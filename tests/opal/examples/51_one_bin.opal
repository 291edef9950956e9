# One bin = the window
--- input: fixtures/examples/logs.ndjson
timechart options(bins:1), n:count(), group_by()
pick_col _c_valid_from, _c_valid_to, n
--- rows
_c_valid_from,_c_valid_to,n
2024-05-01T10:00:00Z,2024-05-01T11:00:00Z,8
