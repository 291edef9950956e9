# columns meet by name, as in a union
--- input: fixtures/runs/readings.ndjson
filter host = "h2" and code = 1
pick_col timestamp, host
surrounding frame(ahead:40s), @lines, what:"reading"
--- with: lines
--- rows
timestamp,host,what,pod,seq,line
2024-05-01T10:01:30Z,h2,reading,∅,∅,∅
2024-05-01T10:01:30Z,h2,reading,∅,∅,∅
2024-05-01T10:02:00Z,∅,∅,p,3,ERR a
2024-05-01T10:02:00Z,∅,∅,p,4, at x
2024-05-01T10:02:00Z,∅,∅,q,10,ERR q
2024-05-01T10:02:01Z,∅,∅,p,5, at y
2024-05-01T10:02:01Z,∅,∅,q,11, at q
2024-05-01T10:02:02Z,∅,∅,p,6, at z
2024-05-01T10:02:09Z,∅,∅,p,7, at late
2024-05-01T10:02:10Z,∅,∅,p,8, at later
