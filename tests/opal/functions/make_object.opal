# make object
--- input: fixtures/logs.ndjson
filter service = "db"
make_col o:make_object(svc:service, size:bytes, trace:trace_id, t:timestamp, f:1.5, n:attrs), p:make_object(options(keep_nulls:true), size:bytes), q:make_object()
pick_col timestamp, o, p, q
--- rows
timestamp,o,p,q
2024-05-01T10:01:20Z,{"svc":"db","trace":"t2","t":1714557680000000000,"f":1.5,"n":{"retry":3}},{"size":null},{}
