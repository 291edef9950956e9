# E35: unknown column of other
--- input: fixtures/examples/http.ndjson
lookup on(status=@codes.kod), text:@codes.text
--- with: codes
--- error: 1:18
the field "kod" does not exist among fields [code, text] of @codes
