# lines that join nothing are events of their own
--- input: fixtures/runs/lines.ndjson
merge_events starts_with(line, "ERR"), options(max_size:2, max_interval:5s, passthrough:true), msg:string_agg(line, "|"), group_by(pod)
--- rows
timestamp,pod,msg
2024-05-01T10:01:00Z,p, at lost
2024-05-01T10:02:00Z,p,ERR a| at x
2024-05-01T10:02:00Z,q,ERR q| at q
2024-05-01T10:02:01Z,p, at y
2024-05-01T10:02:02Z,p, at z
2024-05-01T10:02:09Z,p, at late
2024-05-01T10:02:10Z,p, at later
2024-05-01T10:02:11Z,p,ERR b
2024-05-01T10:03:00Z,∅,ERR n| at n
