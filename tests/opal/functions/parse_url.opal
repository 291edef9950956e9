# the parts of URLs
--- input: fixtures/logs.ndjson
limit 1
make_col a:parse_url("HTTP://USER:PASS@EXAMPLE.INT:4345/HELLO.PHP?USER=1"),
  b:parse_url("https://h/a/b?x=1&y=%202&x=3&&flag#top"),
  c:parse_url("https://[2001:db8::1]:8443"),
  d:parse_url("mailto:a@b.org"),
  e:parse_url("example.org/x"),
  f:parse_url("http://h:port/"),
  g:parse_url("http://a b/"),
  h:parse_url("file:///etc/hosts"),
  i:parse_url(string_null()),
  j:string(parse_url("https://h:1/p").port)
pick_col timestamp, a, b, c, d, e, f, g, h, i, j
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j
2024-05-01T10:00:05Z,{"fragment":null,"host":"USER:PASS@EXAMPLE.INT","parameters":{"USER":"1"},"path":"HELLO.PHP","port":"4345","query":"USER=1","scheme":"http"},{"fragment":"top","host":"h","parameters":{"x":"3","y":"%202","flag":""},"path":"a/b","port":null,"query":"x=1&y=%202&x=3&&flag","scheme":"https"},{"fragment":null,"host":"[2001:db8::1]","parameters":null,"path":null,"port":"8443","query":null,"scheme":"https"},{"fragment":null,"host":null,"parameters":null,"path":"a@b.org","port":null,"query":null,"scheme":"mailto"},∅,∅,∅,{"fragment":null,"host":"","parameters":null,"path":"etc/hosts","port":null,"query":null,"scheme":"file"},∅,1
