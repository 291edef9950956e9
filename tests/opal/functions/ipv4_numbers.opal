# IPv4 addresses and networks as numbers
--- input: fixtures/logs.ndjson
limit 1
make_col a:ipv4_network_int64("10.1.2.3/8"), b:ipv4_network_int64("10.1.2.3"), c:ipv4_network_int64("10.1.2.3/33"), d:ipv4_network_int64(string_null()),
  e:int64_to_ipv4(16909060), f:int64_to_ipv4(-1), g:int64_to_ipv4(4294967295), h:int64_to_ipv4(int64_null()),
  i:ipv4_to_int64("1.2.3.4"), j:ipv4_to_int64(ipv4("255.255.255.255")), k:ipv4_to_int64("1.2.3"), l:ipv4_to_int64(string_null()),
  m:ipv4_address_in_network("10.2.3.4", concat_strings("10.0.0.1", "/8")), n:ipv4_address_in_network("10.2.3.4", "10.0.0.0/x")
pick_col timestamp, a, b, c, d, e, f, g, h, i, j, k, l, m, n
--- rows
timestamp,a,b,c,d,e,f,g,h,i,j,k,l,m,n
2024-05-01T10:00:05Z,167772160,167838211,∅,∅,1.2.3.4,∅,255.255.255.255,∅,16909060,4294967295,∅,∅,true,∅
