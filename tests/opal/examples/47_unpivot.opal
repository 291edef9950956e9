# Columns to rows
--- input: fixtures/examples/http.ndjson
statsby lo:min(status), hi:max(status), group_by(method)
unpivot "stat", "v", lo, hi
sort method, stat
--- rows
method,stat,v
GET,hi,500
GET,lo,200
POST,hi,503
POST,lo,503
