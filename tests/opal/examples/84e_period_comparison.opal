# A period compared with the one before: no rows are printed in the language examples: worked out by hand
--- input: fixtures/examples/logs.ndjson
@now <- @ { timechart 10m, n:count(), group_by(service) | make_col period:"now" }
@old <- @ { timeshift 1w | timechart 10m, n:count(), group_by(service) | make_col period:"week ago" }
<- @now { union @old }
--- rows
_c_valid_from,_c_valid_to,service,n,_c_bucket,period
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,db,1,2857596,now
2024-05-01T10:00:00Z,2024-05-01T10:10:00Z,web,3,2857596,now
2024-05-01T10:10:00Z,2024-05-01T10:20:00Z,api,1,2857597,now
2024-05-01T10:30:00Z,2024-05-01T10:40:00Z,api,2,2857599,now
2024-05-01T10:40:00Z,2024-05-01T10:50:00Z,web,1,2857600,now
