# a line that is too late closes its event; lines without an event are left out
--- input: fixtures/runs/lines.ndjson
merge_events starts_with(line, "ERR"), options(max_interval:5s), msg:string_agg(line, "|"), n:count(), group_by(pod)
--- rows
timestamp,pod,msg,n
2024-05-01T10:02:00Z,p,ERR a| at x| at y| at z,4
2024-05-01T10:02:00Z,q,ERR q| at q,2
2024-05-01T10:02:11Z,p,ERR b,1
2024-05-01T10:03:00Z,∅,ERR n| at n,2
