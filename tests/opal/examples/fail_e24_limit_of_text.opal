# E24: limit of text
--- input: fixtures/examples/logs.ndjson
limit "ten"
--- error: 1:7
"limit" argument 1 ("count") must be of type int64, but is currently of type string
