# One row per array element
--- input: fixtures/examples/orders.ndjson
flatten_single items
make_col sku:string(_c_items_value.sku), qty:int64(_c_items_value.qty)
pick_col timestamp, order_id, sku, qty
--- rows
timestamp,order_id,sku,qty
2024-05-01T10:05:00Z,o1,A,2
2024-05-01T10:05:00Z,o1,B,1
2024-05-01T10:15:00Z,o2,A,1
