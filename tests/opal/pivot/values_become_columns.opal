# the first value that is not null; other names have no column
--- input: fixtures/runs/pairs.ndjson
pivot kind, value, cpu:"cpu", "mem", group_by(host)
--- rows
host,cpu,mem
h,1,2
i,3,∅
j,∅,∅
∅,∅,4
