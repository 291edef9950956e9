# values of different types are variants; null rows stay
--- input: fixtures/runs/pairs.ndjson
filter host = "i"
unpivot kind, value
--- rows
host,name,value
i,kind,"cpu"
i,kind,"cpu"
i,value,3
i,value,∅
