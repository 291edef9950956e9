# timestamps
--- input: fixtures/logs.ndjson
limit 1
make_col a:from_seconds(1.5),
  b:from_milliseconds(1714557600123),
  c:from_nanoseconds(7),
  d:timestamp_us(1000),
  e:parse_isotime("2024-05-01T12:00:00.5+02:00"),
  f:parse_isotime("x"),
  g:from_seconds(1e300),
  h:parse_timestamp("02/01/2024 03:04 PM", "DD/MM/YYYY HH12:MI AM"),
  i:parse_timestamp("2024-07-01", "YYYY-MM-DD", "Europe/Berlin"),
  j:parse_timestamp("x", "YYYY")
pick_col timestamp, a, b, c, d, e, f, g, h, i, j
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j
2024-05-01T10:00:05Z,1970-01-01T00:00:01.500Z,2024-05-01T10:00:00.123Z,1970-01-01T00:00:00.000000007Z,1970-01-01T00:00:00.001Z,2024-05-01T10:00:00.500Z,∅,∅,2024-01-02T15:04:00Z,2024-06-30T22:00:00Z,∅
