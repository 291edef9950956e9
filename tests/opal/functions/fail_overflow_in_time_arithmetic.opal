# outside int64 there is an error, not another number
--- input: fixtures/http.ndjson
make_col x:duration(int64("9223372036854775807")) + 1h
--- rows
failed: integer overflow in addition: 9223372036854775807 + 3600000000000
