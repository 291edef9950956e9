# add_key, after the example on its page of the specification
--- input: fixtures/examples/http.ndjson
@t <- @codes { add_key text }
filter status < 500
make_col text:if(status = 200, "OK", "Not Found")
lookup on(text=@t.text), code:@t.code
pick_col timestamp, status, code
--- with: codes
--- rows
timestamp,status,code
2024-05-01T10:00:05Z,200,200
2024-05-01T10:07:00Z,200,200
2024-05-01T10:45:00Z,200,200
2024-05-01T10:46:00Z,404,404
