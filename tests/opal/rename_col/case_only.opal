# names differ in case
--- input: fixtures/http.ndjson
rename_col Path:path
pick_col timestamp, Path
--- rows
timestamp,Path
2024-05-01T10:00:05Z,/cart
2024-05-01T10:01:10Z,/cart
2024-05-01T10:07:00Z,/home
2024-05-01T10:20:00Z,/pay
2024-05-01T10:45:00Z,/home
2024-05-01T10:46:00Z,/nope
