# longer than an hour, or ending before they begin: dropped
--- input: fixtures/runs/readings.ndjson
make_col done:case(code = 1, timestamp + 15m, code = 2, timestamp - 1m, code = 3, timestamp + 2h)
make_interval done
pick_col timestamp, done, host, code
--- rows
timestamp,done,host,code
2024-05-01T10:00:10Z,2024-05-01T10:15:10Z,h1,1
2024-05-01T10:00:40Z,2024-05-01T10:15:40Z,h1,1
2024-05-01T10:01:30Z,2024-05-01T10:16:30Z,h2,1
2024-05-01T10:01:30Z,2024-05-01T10:16:30Z,h2,1
