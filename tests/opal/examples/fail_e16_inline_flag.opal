# E16: inline flag
--- input: fixtures/examples/logs.ndjson
filter body ~ /(?i)error/
--- error: 1:15
no argument for repetition operator: ?
write flags after the slash: /error/i
