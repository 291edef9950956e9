# a sum of durations outside int64 is an error of the query
--- input: fixtures/http.ndjson
statsby x:sum(duration(int64("9223372036854775807"))), group_by()
--- rows
failed: integer overflow in sum: 55340232221128654842
