# every element of a format, and zones
--- input: fixtures/logs.ndjson
limit 1
make_col t:parse_isotime("2024-07-05T15:04:09.012345678Z"), n:timestamp_null()
make_col a:format_time(t, 'YYYY UUUU YY MM MON MMMM DD DY'), b:format_time(t, 'HH24 HH12 AM PM MI SS'), c:format_time(t, 'FF FF0 FF1 FF3 FF6 FF9'), d:format_time(t, 'YYYY-MM-DD"T"HH24:MI:SSTZH:TZM', "America/New_York"), e:format_time(t, 'TZHTZM', "Asia/Kolkata"), f:format_time(t, 'YYYY', "No/Where"), g:format_time(n, 'YYYY'), h:format_time(parse_isotime("1969-12-31T23:59:59.5Z"), 'YYYY-MM-DD HH24:MI:SS.FF1'), i:format_time(parse_isotime("2045-07-01T12:00:00Z"), 'HH24 TZH', "Europe/Berlin"), j:format_time(t, '"MM"/MM')
make_col k:parse_timestamp("2024-01-02", "YYYY-MM-DD"), l:parse_timestamp("05 Jul 2024 03:04:09 PM", "DD MON YYYY HH12:MI:SS PM"), m:parse_timestamp("2024-07-05 15:04:09.012345678 +02:00", "YYYY-MM-DD HH24:MI:SS.FF9 TZH:TZM"), o:parse_timestamp("2024-07-05 15:04", "YYYY-MM-DD HH24:MI", "America/New_York"), p:parse_timestamp("2024-13-02", "YYYY-MM-DD"), q:parse_timestamp("2024-02-30", "YYYY-MM-DD"), r:parse_timestamp("x", "YYYY"), s:parse_timestamp(string_null(), "YYYY"), u:parse_timestamp("July 4 24", "MMMM DD YY"), v:parse_timestamp("Fri, 05 Jul 2024", "DY, DD MON YYYY"), w:parse_timestamp("2050-07-01 12", "YYYY-MM-DD HH24", "Europe/Berlin"), x:parse_timestamp("2024-01-02 ", "YYYY-MM-DD")
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s, u, v, w, x
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m,o,p,q,r,s,u,v,w,x
2024-05-01T10:00:05Z,2024 2024 24 07 Jul July 05 Fri,15 03 PM PM 04 09,012345678  0 012 012345 012345678,2024-07-05T11:04:09-04:00,+0530,∅,∅,1969-12-31 23:59:59.5,14 +02,MM/07,2024-01-02T00:00:00Z,2024-07-05T15:04:09Z,2024-07-05T13:04:09.012345678Z,2024-07-05T19:04:00Z,∅,∅,∅,∅,2024-07-04T00:00:00Z,2024-07-05T00:00:00Z,2050-07-01T10:00:00Z,∅
