# E2: unknown column
--- input: fixtures/examples/logs.ndjson
filter levl = "error"
--- error: 1:8
the field "levl" does not exist among fields [timestamp, service, host, level, body, attrs, bytes, trace_id]
did you mean "level"?
