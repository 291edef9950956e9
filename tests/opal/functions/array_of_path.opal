# array of path
--- input: fixtures/logs.ndjson
make_col n:array_length(array(attrs.tags)), c:array_contains(array(attrs.tags), "slow"), s:array_to_string(array(attrs.tags), "+"), f:string(attrs.tags[0])
pick_col timestamp, n, c, s, f
--- rows
timestamp,n,c,s,f
2024-05-01T10:00:05Z,∅,∅,∅,∅
2024-05-01T10:01:10Z,∅,∅,∅,∅
2024-05-01T10:01:20Z,∅,∅,∅,∅
2024-05-01T10:07:00Z,∅,∅,∅,∅
2024-05-01T10:12:30Z,2,true,slow+db,slow
2024-05-01T10:31:00Z,∅,∅,∅,∅
2024-05-01T10:31:01Z,∅,∅,∅,∅
2024-05-01T10:45:00Z,∅,∅,∅,∅
