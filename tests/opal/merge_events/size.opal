# at most so many lines
--- input: fixtures/runs/lines.ndjson
merge_events starts_with(line, "ERR"), options(max_size:2), msg:string_agg(line, "|"), group_by(pod)
--- rows
timestamp,pod,msg
2024-05-01T10:02:00Z,p,ERR a| at x
2024-05-01T10:02:00Z,q,ERR q| at q
2024-05-01T10:02:11Z,p,ERR b
2024-05-01T10:03:00Z,∅,ERR n| at n
