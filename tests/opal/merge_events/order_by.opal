# another order than time; the time is that of the first row
--- input: fixtures/runs/lines.ndjson
merge_events starts_with(line, "ERR"), n:count(), low:min(seq), order_by(desc(seq)), group_by(pod)
--- rows
timestamp,pod,n,low
2024-05-01T10:02:00Z,p,3,1
2024-05-01T10:02:00Z,q,1,10
2024-05-01T10:02:11Z,p,6,4
2024-05-01T10:03:00Z,∅,1,12
