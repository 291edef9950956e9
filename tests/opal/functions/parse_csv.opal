# lines of comma-separated values
--- input: fixtures/logs.ndjson
limit 1
make_col a:parse_csv("a,\"b,c\""), b:parse_csv(""), c:parse_csv("a,,"), d:parse_csv("\"say \"\"hi\"\"\",2"), e:parse_csv("a\"b"), f:parse_csv("\"open"), g:parse_csv("\"a\"b"),
  h:parse_csv("a\\tb;c", true, ";"), i:parse_csv("a\\tb,c"), j:parse_csv("a\\nb", true), k:parse_csv(string_null()), l:parse_csv("a,b\r\n"), m:parse_csv("a", false, "")
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m
2024-05-01T10:00:05Z,["a","b,c"],[""],["a","",""],["say \"hi\"","2"],∅,∅,∅,["a\tb","c"],["a\\tb","c"],["a\nb"],∅,["a","b"],∅
