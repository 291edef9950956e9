# durations
--- input: fixtures/logs.ndjson
limit 1
make_col a:duration_hr(1.5),
  b:duration_min(1),
  c:duration_sec(0.5),
  d:duration_ms(1),
  e:duration(10),
  f:duration(timestamp, timestamp + 1s),
  g:to_nanoseconds(1us),
  h:to_milliseconds(1s),
  i:to_seconds(1500ms),
  j:to_minutes(90s),
  k:to_hours(30m),
  l:to_days(12h),
  m:to_weeks(7d)
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m
2024-05-01T10:00:05Z,5400000000000,60000000000,500000000,1000000,10,1000000000,1000,1000,1.5,1.5,0.5,0.5,1
