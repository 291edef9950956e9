# outside int64 there is an error, not another number
--- input: fixtures/http.ndjson
make_col x:abs(int64("-9223372036854775808"))
--- rows
failed: integer overflow in abs: -9223372036854775808
