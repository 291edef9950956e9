# Named capture groups with a cast
--- input: fixtures/examples/logs.ndjson
extract_regex body, /^(?P<verb>GET|POST) (?P<url>\S+) (?P<status::int64>[0-9]+) (?P<ms::int64>[0-9]+)ms/
filter not is_null(status)
pick_col timestamp, verb, url, status, ms
--- rows
timestamp,verb,url,status,ms
2024-05-01T10:00:05Z,GET,/cart,200,12
2024-05-01T10:01:10Z,GET,/cart,500,900
2024-05-01T10:07:00Z,GET,/home,200,7
2024-05-01T10:45:00Z,GET,/home,200,9
