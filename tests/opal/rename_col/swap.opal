# all bindings at once
--- input: fixtures/http.ndjson
rename_col path:method, method:path
pick_col timestamp, method, path
--- plan
scan http [int64(FIELDS.timestamp), string(FIELDS.method), string(FIELDS.path)]
--- rows
timestamp,method,path
2024-05-01T10:00:05Z,/cart,GET
2024-05-01T10:01:10Z,/cart,GET
2024-05-01T10:07:00Z,/home,GET
2024-05-01T10:20:00Z,/pay,POST
2024-05-01T10:45:00Z,/home,GET
2024-05-01T10:46:00Z,/nope,GET
