# outside int64 there is an error, not another number
--- input: fixtures/http.ndjson
make_col x:int_div(int64("-9223372036854775808"), 0 - int64("1"))
--- rows
failed: integer overflow in division: -9223372036854775808 / -1
