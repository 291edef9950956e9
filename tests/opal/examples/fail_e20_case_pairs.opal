# E20: case pairs
--- input: fixtures/examples/logs.ndjson
make_col a:case(level = "error", 1, 2)
--- error: 1:12
"case" needs condition/value pairs; got 3 arguments
write `true, 2` for the default
