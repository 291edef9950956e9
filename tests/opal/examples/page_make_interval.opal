# make_interval, after the example on its page of the specification
--- input: fixtures/examples/orders.ndjson
make_col done:timestamp + 20m
make_interval done
pick_col timestamp, done, order_id
--- rows
timestamp,done,order_id
2024-05-01T10:05:00Z,2024-05-01T10:25:00Z,o1
2024-05-01T10:15:00Z,2024-05-01T10:35:00Z,o2
2024-05-01T10:50:00Z,2024-05-01T11:10:00Z,o3
