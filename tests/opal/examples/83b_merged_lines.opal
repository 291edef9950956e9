# Merged lines
--- input: fixtures/examples/logs.ndjson
filter service = "api"
merge_events not starts_with(body, "  "), options(max_interval:5s), msg:string_agg(body, "|"), group_by(host)
--- rows
timestamp,host,msg
2024-05-01T10:12:30Z,h2,slow query took 450ms user=carol
2024-05-01T10:31:00Z,h2,panic: nil pointer|  at main.go:17
