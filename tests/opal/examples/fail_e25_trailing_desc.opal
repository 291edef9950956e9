# E25: trailing desc
--- input: fixtures/examples/logs.ndjson
sort bytes desc
--- error: 1:12
unexpected "desc"
write sort desc(bytes)
