# E15: capture over number
--- input: fixtures/examples/logs.ndjson
extract_regex body, /(?P<bytes>[0-9]+)/
--- error: 1:21
regex capture group 1 would overwrite column "bytes" of type int64
only string columns can be overwritten
