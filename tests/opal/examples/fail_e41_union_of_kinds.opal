# E41: union of kinds
--- input: fixtures/examples/logs.ndjson
union @spans
--- with: spans
--- error: 1:7
"union" needs datasets of one kind: the input is an Event dataset, @spans is an Interval dataset
