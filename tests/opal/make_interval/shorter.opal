# one second too short for all
--- input: fixtures/runs/readings.ndjson
make_col done:case(code = 1, timestamp + 15m, code = 2, timestamp - 1m, code = 3, timestamp + 2h)
make_interval options(max_time_diff:14m59s), done
pick_col timestamp, done, host, code
--- rows
timestamp,done,host,code
