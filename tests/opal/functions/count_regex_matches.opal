# matches that do not overlap, perhaps from a position on
--- input: fixtures/logs.ndjson
limit 1
make_col a:count_regex_matches("aXbX", /X/), b:count_regex_matches("aXbX", /X/, 2), c:count_regex_matches("axbX", /X/, 0, "i"), d:count_regex_matches("axbX", /X/, "i"),
  e:count_regex_matches("abc", /z/), f:count_regex_matches(string_null(), /z/), g:count_regex_matches("ääX", /^X/, 2), h:count_regex_matches("abc", /b/, 99), i:count_regex_matches("aaa", /aa/)
pick_col timestamp, a, b, c, d, e, f, g, h, i
--- rows
timestamp,a,b,c,d,e,f,g,h,i
2024-05-01T10:00:05Z,2,1,2,2,0,∅,0,0,1
