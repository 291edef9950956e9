# regular expressions from texts, with flags behind the pattern, and with nulls
--- input: fixtures/logs.ndjson
limit 1
make_col a:match_regex("abc", regex("B", "i")), b:match_regex("aBc", "b", "i"), c:match_regex(string_null(), /a/), d:get_regex("xAy", /a/, "i"), e:get_regex("xAy", /x(a)/, 1, "i"), f:get_regex(string_null(), /a/), g:get_regex(127, /2./),
  h:get_regex_all("aXAx", /x/, "i"), i:get_regex_all("k1 k2", /k([0-9])/, 1), j:get_regex_all("k1 K2", /k([0-9])/, 1, "i"), k:get_regex_all(string_null(), /a/),
  l:replace_regex("aXbx", /x/, "-", 0, "i"), m:replace_regex(string_null(), /x/, "-"), n:replace_regex("abc", regex(""), "-"), o:replace_regex("abc", /b/, string_null()), p:match_regex("a\nb", /a.b/, "s"), q:match_regex("a\nb", /^b/, "m"), r:get_regex("ab", /(a)/, 5)
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r
2024-05-01T10:00:05Z,true,true,∅,A,A,∅,27,["X","x"],["1","2"],["1","2"],∅,a-b-,∅,abc,∅,true,true,∅
