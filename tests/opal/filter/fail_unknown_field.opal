# narrowest span, with a hint
--- input: fixtures/logs.ndjson
filter levl = "error"
--- diagnostics
error: the field "levl" does not exist among fields [timestamp, service, host, level, body, attrs, bytes, trace_id]
 --> main:1:8
  1 | filter levl = "error"
    |        ^^^^ did you mean "level"?
