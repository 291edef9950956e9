# Time parts
--- input: fixtures/examples/deploys.ndjson
make_col day:format_time(timestamp, "YYYY-MM-DD"), hh:format_time(timestamp, "HH24")
pick_col timestamp, day, hh
--- rows
timestamp,day,hh
2024-05-01T10:06:30Z,2024-05-01,10
2024-05-01T10:30:30Z,2024-05-01,10
