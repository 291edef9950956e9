# Two statements on one line
--- input: fixtures/examples/http.ndjson
filter status >= 500 | pick_col timestamp, path, status
--- rows
timestamp,path,status
2024-05-01T10:01:10Z,/cart,500
2024-05-01T10:20:00Z,/pay,503
