# flatten, after the example on its page of the specification
--- input: fixtures/examples/orders.ndjson
filter order_id = "o2"
flatten items
pick_col timestamp, p:_c_items_path, v:string(_c_items_value)
--- rows
timestamp,p,v
2024-05-01T10:15:00Z,[0],∅
2024-05-01T10:15:00Z,[0].qty,1
2024-05-01T10:15:00Z,[0].sku,A
