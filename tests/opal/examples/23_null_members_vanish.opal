# Build an object, null members vanish
--- input: fixtures/examples/logs.ndjson
filter service = "db"
make_col o:make_object(svc:service, size:bytes, trace:trace_id)
pick_col timestamp, o
--- rows
timestamp,o
2024-05-01T10:01:20Z,{"svc":"db","trace":"t2"}
