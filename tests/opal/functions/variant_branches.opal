# variant branches
--- input: fixtures/logs.ndjson
make_col v:if(service = "web", attrs.code, attrs.retry), w:coalesce(attrs.code, attrs.retry)
pick_col timestamp, v, w
--- rows
timestamp,v,w
2024-05-01T10:00:05Z,"200","200"
2024-05-01T10:01:10Z,"500","500"
2024-05-01T10:01:20Z,3,3
2024-05-01T10:07:00Z,"200","200"
2024-05-01T10:12:30Z,∅,∅
2024-05-01T10:31:00Z,∅,∅
2024-05-01T10:31:01Z,∅,∅
2024-05-01T10:45:00Z,"200","200"
