# Days on top of each other: no rows are printed in the language examples: worked out by hand
--- input: fixtures/examples/http.ndjson
timewrap 1d, 7, "period"
timechart 10m, n:count(), group_by(period)
--- rows
_c_valid_from,_c_valid_to,period,n,_c_bucket
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,now,3,2857596
2024-05-01T10:20:00Z,2024-05-01T10:30:00Z,now,1,2857598
2024-05-01T10:40:00Z,2024-05-01T10:50:00Z,now,2,2857600
