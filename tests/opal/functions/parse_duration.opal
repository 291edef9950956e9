# durations as text
--- input: fixtures/logs.ndjson
limit 1
make_col a:parse_duration("2h30m"), b:parse_duration("1.5s"), c:parse_duration("-500ms"), d:parse_duration("1w2d"), e:parse_duration("10us5ns"),
  f:parse_duration("5"), g:parse_duration("m"), h:parse_duration(""), i:parse_duration("1.5ns"), j:parse_duration("999999999999w"), k:parse_duration(string_null()), l:parse_duration(" 3m "), m:parse_duration("1 m"), n:parse_duration("0.1d")
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m, n
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m,n
2024-05-01T10:00:05Z,9000000000000,1500000000,-500000000,777600000000000,10005,∅,∅,∅,1,∅,∅,180000000000,∅,8640000000000
