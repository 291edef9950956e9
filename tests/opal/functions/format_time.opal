# format time
--- input: fixtures/logs.ndjson
limit 1
make_col a:format_time(timestamp, "YYYY-MM-DD\"T\"HH24:MI:SS.FF3"),
  b:format_time(timestamp, "DY, DD MON YY HH12:MI PM"),
  c:format_time(timestamp, "MMMM UUUU TZH:TZM", "America/New_York"),
  d:format_time(timestamp, "HH24", "Asia/Kolkata"),
  e:format_time(timestamp, "FF9"),
  f:int64(format_time(timestamp, "MI")),
  g:format_time(timestamp, "HH24", "No/Where")
pick_col timestamp, a, b, c, d, e, f, g
--- rows
timestamp,a,b,c,d,e,f,g
2024-05-01T10:00:05Z,2024-05-01T10:00:05.000,Wed, 01 May 24 10:00 AM,May 2024 -04:00,15,000000000,0,∅
