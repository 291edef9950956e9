# both ends of the frame belong to it; a row appears once however many are near
--- input: fixtures/runs/readings.ndjson
filter host = "h2" and code = 1
surrounding frame(back:25s, ahead:30s), @readings, hit:true
drop_col extra, code
--- rows
timestamp,host,kind,value,hit
2024-05-01T10:01:05Z,h1,mem,∅,∅
2024-05-01T10:01:30Z,h2,cpu,7,true
2024-05-01T10:01:30Z,h2,cpu,7,∅
2024-05-01T10:01:30Z,h2,cpu,8,true
2024-05-01T10:01:30Z,h2,cpu,8,∅
2024-05-01T10:02:00Z,h2,∅,9,∅
