# Share of the total
--- input: fixtures/examples/orders.ndjson
make_col pct:round(100.0 * amount / window(sum(amount), group_by()), 1)
pick_col timestamp, order_id, pct
--- rows
timestamp,order_id,pct
2024-05-01T10:05:00Z,o1,21.2
2024-05-01T10:15:00Z,o2,8.8
2024-05-01T10:50:00Z,o3,70
