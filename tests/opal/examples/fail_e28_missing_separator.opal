# E28: missing separator
--- input: fixtures/examples/logs.ndjson
statsby n:count(), group_by(service) filter n > 2
--- error: 1:38
unexpected "filter"
put "|" or a new line between statements
