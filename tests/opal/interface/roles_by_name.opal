# a column of the name and type takes the role
--- input: fixtures/runs/readings.ndjson
rename_col log:kind
interface "log"
drop_interface "log"
statsby n:count(log)
--- rows
n
7
