# E22: later binding
--- input: fixtures/examples/logs.ndjson
make_col a:b + 1, b:2
--- error: 1:12
the field "b" does not exist among fields [timestamp, service, host, level, body, attrs, bytes, trace_id]
bindings are evaluated from left to right
