# E17: broken regex
--- input: fixtures/examples/logs.ndjson
filter body ~ /(open/
--- error: 1:15
invalid regular expression: missing closing )
