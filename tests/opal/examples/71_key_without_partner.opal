# A key without partner stays, with null
--- input: fixtures/examples/http.ndjson
lookup on(status=@codes.code), text:@codes.text
pick_col timestamp, status, text
--- with: codes
--- rows
timestamp,status,text
2024-05-01T10:00:05Z,200,OK
2024-05-01T10:01:10Z,500,Server Error
2024-05-01T10:07:00Z,200,OK
2024-05-01T10:20:00Z,503,∅
2024-05-01T10:45:00Z,200,OK
2024-05-01T10:46:00Z,404,Not Found
