# regex
--- input: fixtures/logs.ndjson
limit 1
make_col a:match_regex("abc", /B/i),
  b:get_regex("a=12", /=([0-9]+)/, 1),
  c:get_regex("a", /x/),
  d:get_regex("a", /()/),
  e:get_regex_all("1 2", /[0-9]/),
  f:get_regex_all("a", /x/),
  g:replace_regex("a1b2", /[0-9]/, ""),
  h:replace_regex("a1b2", /([a-z])([0-9])/, "\\2\\1"),
  i:replace_regex("aXbXc", /X/, "-", 2),
  j:count_regex_matches("aXbX", /X/),
  k:get_regex("ab", /(x)?b/, 1)
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k
2024-05-01T10:00:05Z,true,12,∅,,["1","2"],[],ab,1a2b,aXb-c,2,∅
