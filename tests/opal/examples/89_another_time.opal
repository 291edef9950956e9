# Another time column
--- input: fixtures/examples/orders.ndjson
make_col ready:timestamp + 10m
set_timestamp options(max_time_diff:15m), ready
pick_col ready, order_id
--- rows
ready,order_id
2024-05-01T10:15:00Z,o1
2024-05-01T10:25:00Z,o2
