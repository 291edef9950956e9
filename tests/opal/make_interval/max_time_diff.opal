# the longest interval, this length included
--- input: fixtures/runs/readings.ndjson
make_col done:case(code = 1, timestamp + 15m, code = 2, timestamp - 1m, code = 3, timestamp + 2h)
make_interval options(max_time_diff:2h), done
statsby n:count(), group_by(code)
--- rows
code,n
1,4
3,1
