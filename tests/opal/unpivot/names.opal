# both names; the columns take the place of the first
--- input: fixtures/runs/pairs.ndjson
filter host = "h" and value = 1
make_col more:value + 1
unpivot "m", "x", value, more
--- rows
host,kind,m,x
h,cpu,more,2
h,cpu,value,1
