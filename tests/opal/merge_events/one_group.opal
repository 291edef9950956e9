# without a key all rows are one group; rows of one time are in input order
--- input: fixtures/runs/lines.ndjson
merge_events seq = 5 or seq = 10, n:count(), low:min(seq), high:max(seq)
--- rows
timestamp,n,low,high
2024-05-01T10:02:00Z,1,10,10
2024-05-01T10:02:01Z,8,5,13
