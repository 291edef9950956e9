# both times are named; rows that do not overlap the window go
--- input: fixtures/runs/readings.ndjson
make_col done:case(code = 1, timestamp + 15m, code = 2, timestamp - 1m, code = 3, timestamp + 2h)
make_table
make_interval timestamp, done
statsby n:count(), group_by(code)
--- rows
code,n
1,4
