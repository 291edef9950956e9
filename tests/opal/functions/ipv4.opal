# ipv4
--- input: fixtures/logs.ndjson
limit 1
make_col a:string(ipv4("192.168.0.1")),
  b:string(ipv4(3232235521)),
  c:ipv4("300.1.1.1"),
  d:ipv4_address_in_network("10.2.3.4", "10.0.0.1/8"),
  e:ipv4_address_in_network("11.2.3.4", "10.0.0.0/8"),
  f:ipv4_address_in_network("x", "10.0.0.0/8"),
  g:int64(ipv4("0.0.1.0")),
  h:ipv4_address_in_network(ipv4("10.2.3.4"), "10.2.3.4")
pick_col timestamp, a, b, c, d, e, f, g, h
--- rows
timestamp,a,b,c,d,e,f,g,h
2024-05-01T10:00:05Z,192.168.0.1,192.168.0.1,∅,true,false,∅,256,true
