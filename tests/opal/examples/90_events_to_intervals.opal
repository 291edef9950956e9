# Events to intervals
--- input: fixtures/examples/orders.ndjson
make_col done:timestamp + 20m
set_valid_to options(max_time_diff:1h), done
timechart 30m, open:count(), group_by()
--- rows
_c_valid_from,_c_valid_to,open,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:30:00Z,2,952532
2024-05-01T10:30:00Z,2024-05-01T11:00:00Z,2,952533
