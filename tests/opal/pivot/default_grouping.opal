# all other columns
--- input: fixtures/runs/pairs.ndjson
pivot kind, value, mem:"mem"
--- rows
host,mem
h,2
i,∅
j,∅
∅,4
