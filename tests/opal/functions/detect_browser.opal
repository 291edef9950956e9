# browsers by their User-Agent
--- input: fixtures/logs.ndjson
limit 1
make_col a:detect_browser("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36"),
  b:detect_browser("Mozilla/5.0 (Windows NT 10.0; rv:121.0) Gecko/20100101 Firefox/121.0"),
  c:detect_browser("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_2) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Safari/605.1.15"),
  d:detect_browser("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0"),
  e:detect_browser("Mozilla/5.0 AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36 OPR/106.0.0.0"),
  f:detect_browser("Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko"),
  g:detect_browser("curl/8.4.0"),
  h:detect_browser(string_null())
pick_col timestamp, a, b, c, d, e, f, g, h
--- rows
timestamp,a,b,c,d,e,f,g,h
2024-05-01T10:00:05Z,Chrome,Firefox,Safari,Edge,Opera,Internet Explorer,∅,∅
