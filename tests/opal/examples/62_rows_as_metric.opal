# Rows with a name and a value as a metric dataset: no rows are printed in the language examples: worked out by hand
--- input: fixtures/examples/orders.ndjson
make_col metric:"order_amount", value:amount
pick_col timestamp, metric, value, user_id
interface "metric", metric:metric, value:value
set_metric options(type:"gauge", unit:"usd"), "order_amount"
--- rows
timestamp,metric,value,user_id
2024-05-01T10:05:00Z,order_amount,30,u1
2024-05-01T10:15:00Z,order_amount,12.5,u2
2024-05-01T10:50:00Z,order_amount,99,u1
