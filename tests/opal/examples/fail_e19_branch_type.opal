# E19: branch type
--- input: fixtures/examples/logs.ndjson
make_col a:if(level = "error", 1, "no")
--- error: 1:35
"if" argument 3 ("onfalse") must be of type int64, but is currently of type string
