# outside int64 there is an error, not another number
--- input: fixtures/http.ndjson
make_col x:int64("9223372036854775807") * status
--- rows
failed: integer overflow in multiplication: 9223372036854775807 * 200
