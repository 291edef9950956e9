# hexadecimal numbers
--- input: fixtures/logs.ndjson
limit 1
make_col a:parse_hex("ff"), b:parse_hex("0xFF"), c:parse_hex("xyz"), d:parse_hex(""), e:parse_hex("7fffffffffffffff"), f:parse_hex("8000000000000000"), g:parse_hex(string_null()), h:parse_hex("-1")
pick_col timestamp, a, b, c, d, e, f, g, h
--- rows
timestamp,a,b,c,d,e,f,g,h
2024-05-01T10:00:05Z,255,255,∅,∅,9223372036854775807,∅,∅,∅
